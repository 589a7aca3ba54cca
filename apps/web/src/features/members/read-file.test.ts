import { expect, it } from 'vitest'
import { emailsOfTable, readText } from './read-file.ts'

it('the import takes the emails of a table, whatever else is in it', () => {
  const table = 'Name;Email;Team\r\n"Keller, Anna";anna@example.org;Legal\r\nBen Ott;nowhere;Sales\r\n\r\n'
  expect(emailsOfTable(table)).toEqual(['anna@example.org', 'Ben Ott;nowhere;Sales'])
  expect(emailsOfTable('anna@example.org,Anna Keller,Legal\nben@example.org')).toEqual([
    'anna@example.org',
    'ben@example.org',
  ])
  expect(emailsOfTable('')).toEqual([])
})

it('the import reads files as spreadsheets write them', async () => {
  const bytes = (...codes: number[]) => new Blob([new Uint8Array(codes)])
  expect(await readText(new Blob(['\uFEFFZoë']))).toBe('Zoë')
  expect(await readText(bytes(0x5a, 0x6f, 0xeb))).toBe('Zoë')
  expect(await readText(bytes(0xff, 0xfe, 0x5a, 0, 0x6f, 0, 0xeb, 0))).toBe('Zoë')
})
