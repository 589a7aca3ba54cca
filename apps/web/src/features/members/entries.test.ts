import type { BusinessMember } from '@countersign/contract/businesses.ts'
import type { Invitation } from '@countersign/contract/members.ts'
import { expect, it } from 'vitest'
import { countOf, entriesOf, shownEntries, type PeopleFilter } from './entries.ts'

const person = (firstName: string, given: Partial<BusinessMember> = {}): BusinessMember => ({
  id: firstName,
  email: `${firstName.toLowerCase()}@example.org`,
  firstName,
  lastName: 'Ott',
  role: 'member',
  joinedAt: '2026-03-01T12:00:00.000Z',
  locked: false,
  ...given,
})
const carla: Invitation = {
  id: 'carla',
  email: 'carla@example.org',
  role: 'member',
  state: 'OPEN',
  invitedBy: null,
  createdAt: '2026-04-01T12:00:00.000Z',
  sentAt: '2026-04-01T12:00:00.000Z',
  mayBeSentAgainAt: null,
  expiresAt: '2026-05-01T12:00:00.000Z',
}
const entries = entriesOf(
  [
    person('Zoë', { role: 'admin' }),
    person('anna', { locked: true }),
    person('Émile', { joinedAt: '2026-02-01T12:00:00.000Z', email: 'a.first@example.org' }),
  ],
  [carla],
)
const ids = (wanted: Partial<PeopleFilter>) =>
  shownEntries(entries, { search: '', kind: 'all', order: 'name', ...wanted }, 'en').map(({ id }) => id)

it('the list of members lists people and invitations as one, by their names', () => {
  expect(ids({})).toEqual(['anna', 'carla', 'Émile', 'Zoë'])
  expect(ids({ order: 'email' })).toEqual(['Émile', 'anna', 'carla', 'Zoë'])
  expect(ids({ order: 'newest' })).toEqual(['carla', 'anna', 'Zoë', 'Émile'])
})

it('the list of members finds by name and email, whatever their letters’ size and marks, and by what they are', () => {
  expect(ids({ search: 'emile o' })).toEqual(['Émile'])
  expect(ids({ search: ' OTT' })).toEqual(['anna', 'Émile', 'Zoë'])
  expect(ids({ search: 'Carla@' })).toEqual(['carla'])
  expect(ids({ kind: 'admins' })).toEqual(['Zoë'])
  expect(ids({ kind: 'locked' })).toEqual(['anna'])
  expect(countOf(entries, 'invited')).toBe(1)
})
