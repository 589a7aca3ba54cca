import type { BusinessMember } from '@countersign/contract/businesses.ts'
import type { Invitation } from '@countersign/contract/members.ts'
import { plain } from '#web/lib/language/plain.ts'

/** A row of the list of people: someone who belongs to the business, or someone who is invited to it. */
export type Entry =
  | { readonly kind: 'person'; readonly id: string; readonly person: BusinessMember }
  | { readonly kind: 'invitation'; readonly id: string; readonly invitation: Invitation }

export const kinds = ['all', 'admins', 'members', 'locked', 'invited'] as const
export type Kind = (typeof kinds)[number]
export const orders = ['name', 'email', 'newest', 'oldest'] as const
export type Order = (typeof orders)[number]

export interface PeopleFilter {
  readonly search: string
  readonly kind: Kind
  readonly order: Order
}

export function nameOf({ firstName, lastName }: Pick<BusinessMember, 'firstName' | 'lastName'>): string {
  return `${firstName} ${lastName}`.trim()
}

export function entriesOf(
  people: readonly BusinessMember[],
  invitations: readonly Invitation[],
): readonly Entry[] {
  return [
    ...people.map((person) => ({ kind: 'person' as const, id: person.id, person })),
    ...invitations.map((invitation) => ({ kind: 'invitation' as const, id: invitation.id, invitation })),
  ]
}

const emailOf = (entry: Entry) => (entry.kind === 'person' ? entry.person : entry.invitation).email
const shownName = (entry: Entry) => (entry.kind === 'person' && nameOf(entry.person)) || emailOf(entry)
const since = (entry: Entry) => (entry.kind === 'person' ? entry.person.joinedAt : entry.invitation.createdAt)

const isOfKind: Record<Kind, (entry: Entry) => boolean> = {
  all: () => true,
  admins: (entry) => entry.kind === 'person' && entry.person.role === 'admin',
  members: (entry) => entry.kind === 'person' && entry.person.role === 'member',
  locked: (entry) => entry.kind === 'person' && entry.person.locked,
  invited: (entry) => entry.kind === 'invitation',
}

/** Those of a kind that have what was typed in their name or email, in the order that was chosen. */
export function shownEntries(
  entries: readonly Entry[],
  { search, kind, order }: PeopleFilter,
  locale: string,
): readonly Entry[] {
  const typed = plain(search.trim())
  const byName = (a: Entry, b: Entry) => shownName(a).localeCompare(shownName(b), locale)
  const inOrder: Record<Order, (a: Entry, b: Entry) => number> = {
    name: byName,
    email: (a, b) => emailOf(a).localeCompare(emailOf(b), locale),
    newest: (a, b) => since(b).localeCompare(since(a)) || byName(a, b),
    oldest: (a, b) => since(a).localeCompare(since(b)) || byName(a, b),
  }
  return entries
    .filter(isOfKind[kind])
    .filter((entry) => plain(`${shownName(entry)} ${emailOf(entry)}`).includes(typed))
    .toSorted(inOrder[order])
}

export function countOf(entries: readonly Entry[], kind: Kind): number {
  return entries.filter(isOfKind[kind]).length
}
