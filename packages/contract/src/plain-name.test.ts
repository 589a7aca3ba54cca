import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { isBlank, isOwnName, isPlainName } from './plain-name.ts'
import { line, plainName } from './values.ts'

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

test.each(['', ' ', '\u200B', '\u3164', '\u2800', '\u00AD\u200D ', '\u{E0041}'])(
  'what nobody would see is neither a name nor a title: %j',
  (given) => {
    expect([isBlank(given), isPlainName(given)]).toEqual([true, false])
    expect(z.safeParse(plainName(100, 1), given).success).toBe(false)
    expect(z.safeParse(line(200), given).data).toBe('')
  },
)

test.each(['安娜', 'عليّ', 'مي\u200Cخواهم', '❤\uFE0F', '👩\u200D💻'])(
  'a name or a title in any script is kept, with its joiners: %j',
  (given) => {
    expect(z.safeParse(line(200, 1), given).data).toBe(given.normalize('NFC'))
  },
)
