import { expect, test } from 'vitest'
import { isOwnName } from './plain-name.ts'

test.each([
  ['Anna Müller', true],
  ['anna  müller ', true],
  ['ANNA MU\u0308LLER', true],
  ['Müller Anna', true],
  ['Müller, Anna', true],
  ['Anna', false],
  ['Anna Muller', false],
  ['Anna Maria Müller', false],
  ['', false],
])('%s is the name of Anna Müller: %s', (typed, isOwn) => {
  expect(isOwnName(typed, { firstName: 'Anna', lastName: 'Müller' })).toBe(isOwn)
})

test('an account without a name has none to sign by', () => {
  expect(isOwnName(' ', { firstName: '', lastName: '' })).toBe(false)
})
