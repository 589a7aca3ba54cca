import { expect, test } from 'vitest'
import { decodeTable } from './decode-table.ts'
import { parseTable, TableUnreadable } from './parse-table.ts'
import { readTable } from './read-table.ts'

const cells = [
  ['Email', 'Name'],
  ['anna@example.org', 'Anna'],
]

test.each([
  ['commas', 'Email,Name\nanna@example.org,Anna'],
  ['semicolons and Windows line ends', 'Email;Name\r\nanna@example.org;Anna\r\n'],
  ['tabs, as a spreadsheet copies them', 'Email\tName\nanna@example.org\tAnna\n'],
  ['old Mac line ends', 'Email,Name\ranna@example.org,Anna'],
  ['a byte order mark', '\uFEFFEmail,Name\nanna@example.org,Anna'],
  ['quotes around everything', '"Email","Name"\n"anna@example.org","Anna"\n'],
  ['the line that says the separator', 'sep=;\r\nEmail;Name\r\nanna@example.org;Anna'],
])('the parser reads a table with %s', (_, text) => {
  expect(parseTable(text)).toEqual(cells)
})

test('the parser keeps separators, line breaks and quotes that are in quotes', () => {
  expect(parseTable('a;b\n"x;1\r\ny ""z""";"";q"t\n')).toEqual([
    ['a', 'b'],
    ['x;1\r\ny "z"', '', 'q"t'],
  ])
})

test('the parser keeps a cell whole whose quotes follow a blank after the separator', () => {
  expect(parseTable('Email, Name, City\nanna@x.ch, "Muster, Anna", Bern')).toEqual([
    ['Email', ' Name', ' City'],
    ['anna@x.ch', 'Muster, Anna', ' Bern'],
  ])
  expect(parseTable('a\tb\n1\t "x" y')).toEqual([
    ['a', 'b'],
    ['1', ' "x" y'],
  ])
})

test('the parser takes the separator of the first row, not one that is in its quotes or below', () => {
  expect(parseTable('"a,b,c";d\n1,2;3')).toEqual([
    ['a,b,c', 'd'],
    ['1,2', '3'],
  ])
})

test('the parser reads pasted cells whose column names have more commas than there are tabs', () => {
  expect(parseTable('Name, first, last\tEmail\nKeller, Anna\ta@b.ch')).toEqual([
    ['Name, first, last', 'Email'],
    ['Keller, Anna', 'a@b.ch'],
  ])
  expect(parseTable('"a\tb",c\n1,2')).toEqual([
    ['a\tb', 'c'],
    ['1', '2'],
  ])
})

test('the parser keeps empty cells and empty rows, so that rows are counted as a spreadsheet does', () => {
  expect(parseTable('a,b\n\n,\n1,')).toEqual([['a', 'b'], [''], ['', ''], ['1', '']])
  expect(parseTable('')).toEqual([])
})

test.each([
  ['a,b\n"x,1\ny,2', 'unclosed_quote', 2],
  ['a,b\nx,1\n"y"z,2', 'text_after_quote', 3],
  ['a,b\nx, "y, z" w', 'text_after_quote', 2],
])('the parser names the row that cannot be read: %j', (text, code, row) => {
  expect(() => parseTable(text)).toThrow(TableUnreadable)
  try {
    parseTable(text)
  } catch (error) {
    expect(error).toMatchObject({ code, row })
  }
})

test('the parser reads a megabyte of whatever in no time', () => {
  const began = performance.now()
  parseTable(`a,b\n${'"x ""y"" ",z\n'.repeat(70_000)}`)
  parseTable(`a,b\n${',\n'.repeat(300_000)}`)
  expect(performance.now() - began).toBeLessThan(5000)
})

const text = 'E-Mail;Name\nzoë@example.org;Müller – Ïrène'
const utf16 = (mark: boolean) => Buffer.from(`${mark ? '\uFEFF' : ''}${text}`, 'utf16le')
test.each([
  ['UTF-8', Buffer.from(text)],
  ['UTF-8 with its mark', Buffer.from(`\uFEFF${text}`)],
  ['UTF-16, little end first', utf16(true)],
  ['UTF-16, big end first', utf16(true).swap16()],
  ['UTF-16 without its mark', utf16(false)],
  ['UTF-16, big end first, without its mark', utf16(false).swap16()],
])('the parser knows %s', (_, bytes) => {
  expect(decodeTable(bytes).replace('\uFEFF', '')).toBe(text)
})

test('the parser knows what Excel on Windows writes', () => {
  expect(decodeTable(Buffer.from('M\u00fcller;\u0096', 'latin1'))).toBe('Müller;–')
})

test('UTF-8 with a damaged byte isn’t taken for something else, which would change every other name in it', () => {
  const damaged = Buffer.concat([
    Buffer.from('Email;Name\na@example.org;Müller\nb@example.org;Zoë\nc@example.org;M'),
    Buffer.of(0xfc),
    Buffer.from('ller'),
  ])
  for (const bytes of [damaged, Buffer.concat([Buffer.from('\uFEFF'), damaged])]) {
    expect(decodeTable(bytes)).toContain('Müller\nb@example.org;Zoë')
    expect(() => readTable({ content: bytes.toString('base64') })).toThrow(
      expect.objectContaining({
        fields: [
          expect.objectContaining({ code: 'wrong_characters', message: 'Row 4 has invalid characters' }),
        ],
      }) as Error,
    )
  }
})
