import { expect, it } from 'vitest'
import { toE164 } from './e164.ts'
import { OptionalPhone, Phone } from './phone.ts'

it.each([
  ['+41791234567', '+41791234567'],
  [' +41 79 123 45 67 ', '+41791234567'],
  ['0041 79 123 45 67', '+41791234567'],
  ['+41 (0)79 123 45 67', '+41791234567'],
  ['0041 (0)79 123 45 67', '+41791234567'],
  ['+41 079 123 45 67', '+41791234567'],
  ['0043 0664 123 45 67', '+436641234567'],
  ['+49 0151 23456789', '+4915123456789'],
  ['+44 020 7946 0958', '+442079460958'],
  ['+39 06 6982 1234', '+390669821234'],
  ['+49 (151) 234-56789', '+4915123456789'],
  ['+1.415.555.2671', '+14155552671'],
  ['(+44) 20 7946/0958', '+442079460958'],
  ['+33\u00A06\u00A012\u00A034\u00A056\u00A078', '+33612345678'],
  ['+354 612 3456', '+3546123456'],
])('a number with its country is read: %j is %s', (given, expected) => {
  expect(toE164(given)).toBe(expected)
  expect(Phone.parse(given)).toBe(expected)
})

it.each([
  ['without a country', '079 123 45 67'],
  ['without a country, as the specification’s rule takes it', '123 456 7890'],
  ['without its plus', '41791234567'],
  ['with a zero for a country', '+0791234567'],
  ['with a country code that is none', '+999 123 456 78'],
  ['too short for North America', '+1 234 567 890'],
  ['of Switzerland with two zeros', '+41 0079 123 45 67'],
  ['of Liechtenstein, which has no trunk zero', '+423 0234 567'],
  ['Swiss without its 41', '+79 123 45 67'],
  ['too short', '+4179'],
  ['too long', '+4179123456712345'],
  ['of words', 'call me'],
  ['of two numbers', '+41791234567,+41790000000'],
  ['with a plus inside', '079+1234567'],
  ['empty', ''],
])('a number %s is refused: %j', (_what, given) => {
  expect(toE164(given)).toBeNull()
  expect(Phone.safeParse(given).success).toBe(false)
})

it('no number is null, however it is said', () => {
  expect(OptionalPhone.parse('')).toBeNull()
  expect(OptionalPhone.parse(null)).toBeNull()
  expect(OptionalPhone.parse(undefined)).toBeUndefined()
  expect(OptionalPhone.safeParse('abc').success).toBe(false)
})

it('a number with more spaces than people type is refused before it is read', () => {
  expect(Phone.safeParse(`+41 79 123 45 67${' '.repeat(24)}`).success).toBe(true)
  expect(Phone.safeParse(`+41 79 123 45 67${' '.repeat(25)}`).success).toBe(false)
})
