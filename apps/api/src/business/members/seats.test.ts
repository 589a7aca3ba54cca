import { expect, test } from 'vitest'
import { withoutSeat } from './seats.ts'

const joined = (accountId: string, role: 'admin' | 'member', minute: number) => ({
  accountId,
  role,
  joinedAt: new Date(Date.UTC(2026, 0, 1, 0, minute)),
})
const people = [
  joined('b', 'member', 1),
  joined('a', 'admin', 3),
  joined('c', 'member', 2),
  joined('d', 'admin', 4),
]

test.each([
  [null, ''],
  [5, ''],
  [4, ''],
  [3, 'd'],
  [2, 'cd'],
  [1, 'bcd'],
])('with %s seats, those who joined last have none, and an admin always has one', (seats, locked) => {
  expect([...withoutSeat(people, seats)].toSorted().join('')).toBe(locked)
})

test('those whom an admin named have none first, whenever they joined; the first admin keeps theirs all the same', () => {
  const named = people.map((one) => ({ ...one, givesUpSeat: one.accountId === 'b' || one.accountId === 'a' }))
  expect([...withoutSeat(named, 3)]).toEqual(['b'])
  expect([...withoutSeat(named, 2)].toSorted()).toEqual(['b', 'd'])
})

test('without an admin the seats go by who came first', () => {
  const members = people.filter(({ role }) => role === 'member')
  expect([...withoutSeat(members, 1)]).toEqual(['c'])
})
