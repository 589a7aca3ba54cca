import { expect, test } from 'vitest'
import { confirmationPath, isPhoneNumber, phoneNumber } from './account.ts'

test('a confirmation link leads to its flow, or to the path that was named', () => {
  expect(confirmationPath('signup', undefined)).toBe('/signup/confirm')
  expect(confirmationPath('business', undefined)).toBe('/business/signup/steps')
  expect(confirmationPath('signup', '/sendto/42')).toBe('/sendto/42')
})

test.each([
  ['+41 79 123 45 67', '+41791234567'],
  ['+41 (0)79 123-45.67', '+41791234567'],
  ['0041 79/123 45 67', '+41791234567'],
  ['(079) 123 4567', '0791234567'],
])('%s is the number %s', (typed, number) => {
  expect(phoneNumber(typed)).toBe(number)
  expect(isPhoneNumber(number)).toBe(true)
})

test.each(['12345', '+41791234567890123', '+4179123456x', 'call me', ''])('%s is no number', (typed) => {
  expect(isPhoneNumber(phoneNumber(typed))).toBe(false)
})
