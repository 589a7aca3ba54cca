import { expect, it } from 'vitest'
import { initialsOf } from './initials.ts'

it.each([
  ['Anna Meier', 'AM'],
  ['  Étienne   de la Tour ', 'ÉT'],
  ['Cher', 'C'],
  ['李 小龙', '李小'],
  ['', 'X'],
  ['(Dr.) Ben', 'DB'],
])('the avatar shows %j as %s', (name, initials) => {
  expect(initialsOf(name, 'x@example.com')).toBe(initials)
})
