import { expect, test } from 'vitest'
import { confirmationPath } from './account.ts'

test('a confirmation link leads to its flow, or to the path that was named', () => {
  expect(confirmationPath('signup', undefined)).toBe('/signup/confirm')
  expect(confirmationPath('business', undefined)).toBe('/business/signup/steps')
  expect(confirmationPath('signup', '/sendto/42')).toBe('/sendto/42')
})
