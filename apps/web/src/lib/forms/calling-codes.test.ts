import { expect, it } from 'vitest'
import { callingCodeOf, countriesIn, isE164, splitNumber, toE164 } from './calling-codes.ts'

it.each([
  ['CH', '079 123 45 67', '+41791234567'],
  ['CH', '+49 1512 3456789', '+4915123456789'],
  ['AT', '0043 664 1234567', '+436641234567'],
  ['CH', '+41 (0)79 123 45 67', '+41791234567'],
  ['CH', '0049 (0)151 23456789', '+4915123456789'],
  ['CH', '(0)79 123 45 67', '+41791234567'],
  ['DE', '0151 23456789', '+4915123456789'],
  ['IT', '347 1234567', '+393471234567'],
  ['HU', '06 20 123 4567', '+36201234567'],
  ['US', '(212) 555-0123', '+12125550123'],
  ['CH', '', ''],
])('the field of a phone number makes of %s and “%s” %s', (country, typed, number) => {
  expect(toE164(country, typed)).toBe(number)
})

it.each([
  ['+41791234567', { country: 'CH', national: '791234567' }],
  ['+12125550123', { country: 'US', national: '2125550123' }],
  ['+35312345678', { country: 'IE', national: '12345678' }],
  ['079 123 45 67', { country: 'CH', national: '079 123 45 67' }],
  ['', { country: 'CH', national: '' }],
])('the field of a phone number finds the country of “%s”', (number, parts) => {
  expect(splitNumber(number)).toEqual(parts)
})

it('the field of a phone number goes there and back for every country', () => {
  for (const { country } of countriesIn('en-GB', 'sign.example.ch')) {
    const number = `+${callingCodeOf(country)}612345678`
    const { country: found, national } = splitNumber(number)
    expect(toE164(found, national)).toBe(number)
  }
})

it.each(['+41791234567', '+4915123456789'])('the field of a phone number takes %s', (number) =>
  expect(isE164(number)).toBe(true),
)
it.each(['', '0791234567', '+0791234567', '+41', '+4179123456789012'])(
  'the field of a phone number refuses “%s”',
  (number) => expect(isE164(number)).toBe(false),
)

it('the field of a phone number knows no country whose numbers the service refuses', () => {
  const digits: Record<string, string> = { '1': '2125550123', '7': '9161234567' }
  const numbers = countriesIn('en-GB', 'sign.example.ch').map(({ country }) => {
    const code = callingCodeOf(country)
    return `+${code}${digits[code] ?? '61234567'}`
  })
  expect(numbers.filter((number) => !isE164(number))).toEqual([])
})

it('the field of a phone number lists the neighbours first', () => {
  const countries = countriesIn('de-CH', 'sign.example.ch')
  expect(countries.slice(0, 5).map(({ name }) => name)).toEqual([
    'Schweiz',
    'Deutschland',
    'Frankreich',
    'Österreich',
    'Afghanistan',
  ])
})

it.each(['sign.example.de', 'sign.example.eu'])(
  'the field of a phone number lists Germany first at %s',
  (host) => {
    const [first, second] = countriesIn('en-GB', host)
    expect([first?.country, second?.country]).toEqual(['DE', 'CH'])
  },
)
