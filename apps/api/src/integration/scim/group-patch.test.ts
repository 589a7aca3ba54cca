import { expect, test } from 'vitest'
import { readGroupPatch } from './group-patch.ts'

const patchOf = (...Operations: object[]) => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
  Operations,
})
const idOf = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
const someMembers = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => ({ value: idOf(from + index) }))
const group = (...numbers: number[]) => ({
  id: idOf(0),
  displayName: 'Signing admins',
  externalId: null,
  members: new Set(numbers.map(idOf)),
})
const membersAfter = (current: ReturnType<typeof group>, ...operations: object[]) => [
  ...readGroupPatch(patchOf(...operations), current).members,
]
const members = (op: string, value?: unknown) => ({ op, path: 'members', value })

test('operations on members apply one after the other, and the group that was read stays as it is', () => {
  const current = group(1, 2, 3)
  expect(
    membersAfter(
      current,
      members('add', someMembers(3, 2)),
      members('remove', [{ value: idOf(1) }]),
      { op: 'remove', path: `members[value eq "${idOf(2)}"]` },
      members('add', [{ value: idOf(1).toUpperCase() }]),
    ),
  ).toEqual([3, 4, 1].map(idOf))
  expect(membersAfter(current, members('replace', someMembers(7, 1)))).toEqual([idOf(7)])
  expect(membersAfter(current, members('remove'), members('add', someMembers(9, 1)))).toEqual([idOf(9)])
  expect(membersAfter(current, members('replace'))).toEqual([])
  expect([...current.members]).toEqual([1, 2, 3].map(idOf))
})

test('a message names up to 10,000 members, over all of its operations', () => {
  const half = (op: string, from: number) => members(op, someMembers(from, 5000))
  expect(membersAfter(group(), half('add', 1), half('remove', 1))).toEqual([])
  expect(() =>
    membersAfter(group(), half('add', 1), half('remove', 1), members('add', someMembers(1, 1))),
  ).toThrow('A message names up to 10000 members')
})
