import { expect, test } from 'vitest'
import { timeZones } from './time-zones.ts'

const [winter, summer] = [new Date('2027-01-15T12:00:00Z'), new Date('2027-07-15T12:00:00Z')]
const labelOf = (zone: string, language: string, at: Date, kept: string | null = null) =>
  timeZones(kept, language, at).find(({ value }) => value === zone)?.label

test('a time zone is named by its city first, with the offset of now', () => {
  expect(labelOf('Europe/Lisbon', 'en', winter)).toBe('Lisbon (Europe), GMT+0')
  expect(labelOf('Europe/Lisbon', 'en', summer)).toBe('Lisbon (Europe), GMT+1')
  expect(labelOf('America/New_York', 'de', winter)).toBe('New York (America), GMT-5')
  expect(labelOf('America/Argentina/Ushuaia', 'fr', winter)).toBe('Ushuaia (America, Argentina), UTC−3')
})

test('the time zone of the account is among them, whether the browser knows it or not', () => {
  expect(labelOf('Europe/Kyiv', 'en', winter, 'Europe/Kyiv')).toMatch(/^Kyiv \(Europe\), GMT\+2$/)
  expect(labelOf('Europe/Atlantis', 'en', winter, 'Europe/Atlantis')).toBe('Atlantis (Europe)')
  const values = timeZones('Europe/Zurich', 'en', winter).map(({ value }) => value)
  expect(new Set(values).size).toBe(values.length)
})
