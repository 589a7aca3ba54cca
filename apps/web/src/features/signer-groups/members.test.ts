import { expect, it } from 'vitest'
import { withList } from './members.ts'

const anna = { email: 'anna@example.org', name: 'Anna Keller' }

it('the form adds who is new, once, and keeps what names nobody', () => {
  const list = 'Ben Ott <Ben@Example.org>\nANNA@example.org; ben@example.org\nnobody at all'
  expect(withList([anna], list, 50)).toEqual({
    members: [anna, { email: 'ben@example.org', name: 'Ben Ott' }],
    added: 1,
    known: 1,
    rest: ['nobody at all'],
  })
})

it('the form takes no more than there may be, and keeps the rest', () => {
  const list = 'b@example.org\nCarla Rossi <c@example.org>\nd@example.org'
  const { members, rest } = withList([anna], list, 2)
  expect(members.map(({ email }) => email)).toEqual(['anna@example.org', 'b@example.org'])
  expect(rest).toEqual(['Carla Rossi <c@example.org>', 'd@example.org'])
})
