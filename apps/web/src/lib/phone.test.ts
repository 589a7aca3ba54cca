import { expect, it } from 'vitest'
import { isPhone, withoutSeparators } from './phone.ts'

it.each(['', '+41 79 123 45 67', '079 123 45 67', '0041791234567', '(079) 123-4567', '+49 1512 3456789'])(
  'takes %s',
  (typed) => {
    expect(isPhone(typed)).toBe(true)
  },
)

it.each(['123', '+41 79 123 45 67 ext', '+4179123456789012', '079+1234567', 'call me'])(
  'refuses %s',
  (typed) => {
    expect(isPhone(typed)).toBe(false)
  },
)

it('is what a machine dials', () => {
  expect(withoutSeparators('0041 79 123-45.67')).toBe('+41791234567')
})
