import type { Member } from '#api/business/businesses/repository.ts'

type SeatHolder = Pick<Member, 'accountId' | 'role' | 'joinedAt'> & Partial<Pick<Member, 'givesUpSeat'>>

/**
 * Who has no seat: those whom an admin named, then the ones who joined last. One admin always has one, or nobody could set it right. Null: the number is
 * not limited.
 */
export function withoutSeat(people: readonly SeatHolder[], seats: number | null): Set<string> {
  if (seats === null) return new Set()
  const inOrder = people.toSorted(
    (a, b) => a.joinedAt.getTime() - b.joinedAt.getTime() || (a.accountId < b.accountId ? -1 : 1),
  )
  const first = inOrder.find(({ role }) => role === 'admin')
  const others = inOrder
    .filter((one) => one !== first)
    .toSorted((a, b) => Number(a.givesUpSeat ?? false) - Number(b.givesUpSeat ?? false))
  return new Set(others.slice(seats - (first ? 1 : 0)).map(({ accountId }) => accountId))
}
