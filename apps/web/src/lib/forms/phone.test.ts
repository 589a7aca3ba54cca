import { expect, it } from 'vitest'
import { isPhone } from './phone.ts'

it.each(['', ' ', '+41 79 123 45 67', '0041791234567', '+49 1512 3456789'])(
  'the check of a number takes “%s”',
  (typed) => {
    expect(isPhone(typed)).toBe(true)
  },
)

it.each(['123', '079 123 45 67', '(079) 123-4567', '+41 79 123 45 67 ext', '079+1234567', 'call me'])(
  'the check of a number refuses a number that does not say its country: %s',
  (typed) => {
    expect(isPhone(typed)).toBe(false)
  },
)
