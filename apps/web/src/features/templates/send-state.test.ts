import { expect, test } from 'vitest'
import { fillableFields } from './fillable-fields.ts'
import {
  choiceAfter,
  chosenFile,
  columnOf,
  exampleTable,
  mappingOf,
  namedIn,
  pastedTable,
  tooLargeFile,
  withColumn,
  type Choice,
} from './send-state.ts'
import type { TableCheck } from './template-calls.ts'

const role = { role_id: 'a', email: 0, first_name: null, last_name: null, language: null, fields: [] }
const aField = (label: string, given: object = {}) => ({
  ...{ id: `${label} ${Math.random()}`, label, type: 'TEXT', read_only: false },
  ...given,
})
const choice: Choice = { roles: [role], title: 'T', message: '' }

test('the page is sent once every role has the column of its email, and the requests a title', () => {
  expect(mappingOf(choice)).toEqual({ roles: [role], title: 'T', message: '' })
  expect(mappingOf({ ...choice, roles: [role, { ...role, email: null }] })).toBeNull()
  expect(mappingOf({ ...choice, title: '  ' })).toBeNull()
})

test('the table step has what was given last: a file, pasted cells, or a file that is too large and nothing else', () => {
  const table = { source: { table: { text: 'Email\na@b.ch' }, name: null }, isTooLarge: false }
  expect(pastedTable('Email\na@b.ch')).toEqual({ ...table, pasted: 'Email\na@b.ch' })
  expect(pastedTable(' ')).toEqual({ source: null, pasted: ' ', isTooLarge: false })
  const file = { table: { content: 'RW1haWw=' }, name: 'people.csv' }
  expect(chosenFile('people.csv', 'RW1haWw=')).toEqual({ source: file, pasted: '', isTooLarge: false })
  expect(tooLargeFile).toEqual({ source: null, pasted: '', isTooLarge: true })
})

test('the page names the columns that are in a text', () => {
  expect(namedIn('Flat {{ Flat }}, {{City}} {{}} {x} {{a{b}}')).toEqual(['Flat', 'City'])
})

test('what was chosen stays while the columns do', () => {
  const checked = {
    columns: [{ name: 'x', sample: '' }],
    mapping: { roles: [], title: 'guessed', message: '' },
  } as unknown as TableCheck
  expect(choiceAfter(checked, choice, ['x'])).toBe(choice)
  expect(choiceAfter(checked, choice, ['y']).title).toBe('guessed')
  expect(choiceAfter(checked, null, []).title).toBe('guessed')
})

test('the example names the columns of each role with the separator of the language, and no cell breaks out of its quotes', () => {
  const words = { email: 'Email', first_name: 'First', last_name: 'Last', language: 'Language' }
  const document_signatures = [
    { fields: [aField('Rent'), aField('Initials'), aField('Initials'), aField('Email', { type: 'EMAIL' })] },
  ]
  const roles = (names: string[]) =>
    ({
      roles: names.map((name) => ({ id: name, name, document_signatures })),
    }) as never
  expect(exampleTable(roles(['Tenant']), words, 'de')).toBe(
    '\uFEFF"Email";"First";"Last";"Language";"Rent";"Initials"\r\n',
  )
  expect(exampleTable(roles(['Tenant']), words, 'en')).toBe(
    '\uFEFF"Email","First","Last","Language","Rent","Initials"\r\n',
  )
  expect(exampleTable(roles(['A "x"', 'B']), words, 'fr')).toContain('"A ""x"" Email";')
})

test('fields of one label and type take one column, and the date of signing takes none', () => {
  const fields = [
    aField('Initials'),
    aField('Initials', { read_only: true }),
    aField('On', { type: 'DATE_SIGNED' }),
  ]
  const found = fillableFields({ document_signatures: [{ fields }] } as never)
  expect(found).toEqual([
    { label: 'Initials', ids: fields.slice(0, 2).map(({ id }) => id), isReadOnly: true, isSigners: false },
  ])
  const [initials] = found
  if (!initials) throw new Error('no field')
  const chosen = withColumn({ ...role, fields: [{ id: 'other', column: 1 }] }, initials, 4)
  expect(chosen.fields.map(({ column }) => column)).toEqual([1, 4, 4])
  expect(columnOf(chosen, initials)).toBe(4)
  expect(withColumn(chosen, initials, null).fields).toEqual([{ id: 'other', column: 1 }])
})
