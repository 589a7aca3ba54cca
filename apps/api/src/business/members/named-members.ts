import type { Member } from '#api/business/businesses/repository.ts'
import { Refusal, type WrongField } from '#api/platform/refusal.ts'

export const nameOf = ({ firstName, lastName }: Pick<Member, 'firstName' | 'lastName'>) =>
  `${firstName} ${lastName}`.trim()

/** All of them belong to the business, or nothing is done. */
export function namedMembers(people: readonly Member[], ids: readonly string[]): Member[] {
  const wrong: WrongField[] = []
  const named = ids.flatMap((id, index) => {
    const member = people.find(({ accountId }) => accountId === id)
    if (!member) wrong.push({ field: `user_ids.${index}`, code: 'unknown', message: 'Nobody of that id' })
    return member ? [member] : []
  })
  if (wrong.length > 0) throw new Refusal('validation.failed', { fields: wrong })
  return [...new Set(named)]
}

/** A business keeps at least one admin. */
export function keepAnAdmin(people: readonly Member[], without: readonly Member[]): void {
  if (!hasAdmin(people, without)) throw new Refusal('business.last_admin')
}

export function hasAdmin(people: readonly Member[], without: readonly Member[]): boolean {
  const gone = new Set(without.map(({ accountId }) => accountId))
  return people.some(({ role, accountId }) => role === 'admin' && !gone.has(accountId))
}
