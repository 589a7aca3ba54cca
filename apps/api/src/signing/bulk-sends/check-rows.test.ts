import { expect, test } from 'vitest'
import type { TemplateRole } from '#api/signing/templates/template.ts'
import { checkRows, unknownColumns } from './check-rows.ts'
import { guessColumns, languageOf, type Mapping } from './mapping.ts'
import { readTable } from './table/read-table.ts'

const role = (name: string): TemplateRole => ({ id: name, name, sequence: -1, notify: true, documents: [] })
const mapping = (given: Partial<Mapping> = {}): Mapping => ({
  roles: [{ role_id: 'Tenant', email: 0, first_name: 1, last_name: 2, language: 3, fields: [] }],
  title: 'Contract {{ Flat }}',
  message: '',
  ...given,
})
const header = 'Email,First name,Last name,Language,Flat'
const check = (rows: string, given?: Partial<Mapping>) =>
  checkRows(readTable({ text: `${header}\n${rows}` }), mapping(given), new Map())

test('the check of a recipient list makes a request of each row, with what its own cells say', () => {
  expect(check('Anna@Example.org,Anna,Keller,Deutsch,4b\nben@example.org,,,,7')).toEqual([
    {
      row: 2,
      problems: [],
      content: {
        title: 'Contract 4b',
        message: '',
        signers: [
          {
            roleId: 'Tenant',
            email: 'anna@example.org',
            firstName: 'Anna',
            lastName: 'Keller',
            language: 'de',
            values: {},
          },
        ],
      },
    },
    expect.objectContaining({ row: 3, problems: [] }),
  ])
})

test.each([
  [',Anna', 'email_missing', 'Email'],
  ['anna(at)example.org', 'email_wrong', 'Email'],
  [`anna@example.org,${'A'.repeat(101)}`, 'name_wrong', 'First name'],
  ['anna@example.org,,\u202Ereversed', 'name_wrong', 'Last name'],
  ['anna@example.org,,,Klingon', 'language_unknown', 'Language'],
  ['anna@example.org,,,,,,more', 'too_many_cells', null],
  [`anna@example.org,,,,${'x'.repeat(300)}`, 'title_wrong', 'Flat'],
])('the check of a recipient list names what is wrong with %j', (row, code, column) => {
  expect(check(row)[0]?.problems).toEqual([{ code, column }])
})

test('the check of a recipient list names a title that comes out empty, and a row that says what one before said', () => {
  expect(check('anna@example.org', { title: '{{Flat}}' })[0]?.problems).toEqual([
    { code: 'title_missing', column: 'Flat' },
  ])
  const twice = check('a@example.org,A\nb@example.org\na@example.org, A ,,')
  expect(twice.map(({ row, problems }) => [row, problems.map(({ code }) => code)])).toEqual([
    [2, []],
    [3, []],
    [4, ['same_as_before']],
  ])
})

test('names and titles are kept in one form of Unicode, and what nobody would see is none', () => {
  const [row] = check('a@example.org,Zoe\u0308,Mu\u0308ller,,Cha\u0302teau')
  expect(row?.content).toMatchObject({
    title: 'Contract Château',
    signers: [{ firstName: 'Zoë', lastName: 'Müller' }],
  })
  const [blank] = check('a@example.org,\u200B,\u3164,,\u200B', { title: '{{Flat}}' })
  expect(blank).toMatchObject({
    problems: [{ code: 'title_missing', column: 'Flat' }],
    content: { signers: [{ firstName: null, lastName: null }] },
  })
})

test('what a cell holds is not looked at for names again, and a title is one line', () => {
  const [row] = check('a@example.org,,,,"{{Email}}\nx"')
  expect(row?.content.title).toBe('Contract {{Email}} x')
})

test('the check of a recipient list names the columns that the table does not have', () => {
  const table = readTable({ text: `${header}\na@example.org` })
  const words = mapping({ title: '{{FLAT}} {{Street}}', message: '{{Street}} {{ City }} {{}}' })
  expect(unknownColumns(table, words)).toEqual(['Street', 'City'])
})

test('rows are counted as a spreadsheet does, and empty ones left out', () => {
  expect(check('\n,,,\na@example.org\n').map(({ row }) => row)).toEqual([4])
})

test.each([
  ['', 'empty'],
  ['Email\n\n', 'no_rows'],
  [`Email\n${'a@example.org\n'.repeat(1001)}`, 'too_many_rows'],
  [`${'Email,'.repeat(200)}x\na`, 'too_many_columns'],
  ['Email\n"a', 'unclosed_quote'],
])('the check of a recipient list refuses a table that is none: %#', (text, code) => {
  expect(() => readTable({ text })).toThrow(
    expect.objectContaining({ fields: [expect.objectContaining({ field: 'table', code })] }) as Error,
  )
})

test('the check of a recipient list refuses the spreadsheet’s own file with what to do', () => {
  const content = Buffer.from('PK\u0003\u0004rest').toString('base64')
  expect(() => readTable({ content })).toThrow(
    expect.objectContaining({ fields: [expect.objectContaining({ code: 'not_text' })] }) as Error,
  )
})

test.each(['b\0b', 'b\ud800b', 'M\uFFFDller'])(
  'the check of a recipient list refuses a table with what no text has: %#',
  (bad) => {
    for (const rows of [
      [
        ['Email', bad],
        ['a@example.org', 'x'],
      ],
      [
        ['Email', 'Name'],
        [bad, 'x'],
      ],
    ])
      expect(() => readTable({ rows })).toThrow(
        expect.objectContaining({ fields: [expect.objectContaining({ code: 'wrong_characters' })] }) as Error,
      )
  },
)

test('what a few letters would make of a long cell is refused, and not put together', () => {
  const message = '{{Flat}}'.repeat(500)
  const rows = Array.from({ length: 1000 }, (_, index) => `a${index}@example.org,,,,${'4'.repeat(900)}`)
  const checked = check(rows.join('\n'), { message, title: message.slice(0, 200) })
  const problems = ['title_wrong', 'message_wrong'].map((code) => ({ code, column: 'Flat' }))
  expect(checked.at(-1)).toMatchObject({ row: 1001, problems })
  expect(JSON.stringify(checked).length).toBeLessThan(20_000_000)
})

test('guesses the columns by their names, in four languages and for several roles', () => {
  const one = (columns: string[]) => {
    const [found] = guessColumns(columns, [role('Tenant')])
    return [found?.email, found?.first_name, found?.last_name, found?.language]
  }
  expect(one(['Nr', 'Vorname', 'Nachname', 'E-Mail-Adresse', 'Sprache'])).toEqual([3, 1, 2, 4])
  expect(one(['Prénom', 'Nom', 'Courriel'])).toEqual([2, 0, 1, null])
  expect(one(['Nome', 'Cognome', 'Posta elettronica', 'Lingua'])).toEqual([2, 0, 1, 3])
  expect(one(['email', 'first_name', 'last_name', 'lang'])).toEqual([0, 1, 2, 3])
  expect(one(['Postal code', 'Code postal', 'Postanschrift', 'Email'])).toEqual([3, null, null, null])
  expect(one(['Nome', 'Posta'])).toEqual([1, 0, null, null])
  expect(one(['Street', 'City'])).toEqual([null, null, null, null])
  const columns = ['Landlord email', 'Tenant email', 'Tenant first name', 'Landlord name']
  expect(guessColumns(columns, [role('Tenant'), role('Landlord')])).toEqual([
    { role_id: 'Tenant', email: 1, first_name: 2, last_name: null, language: null, fields: [] },
    { role_id: 'Landlord', email: 0, first_name: null, last_name: 3, language: null, fields: [] },
  ])
})

test('guesses for as many roles and as long names as there may be, in no time', () => {
  const columns = Array.from({ length: 200 }, (_, index) => `Email ${index} last ${'x'.repeat(4900)}`)
  const roles = Array.from({ length: 500 }, (_, index) => role(index < 499 ? `Role ${index}` : 'last'))
  const before = performance.now()
  guessColumns(columns, roles)
  expect(performance.now() - before).toBeLessThan(2000)
})

test.each([
  ['de-CH', 'de'],
  ['FRANÇAIS', 'fr'],
  ['Italian', 'it'],
  ['en', 'en'],
  ['', null],
  ['Deutschland', null],
])('the check of a recipient list knows the language %j as %j', (cell, language) => {
  expect(languageOf(cell)).toBe(language)
})
