import { canonicalEmail } from '@countersign/contract/email.ts'
import { readPastedPeople } from '#web/lib/forms/pasted-people.ts'

export interface Member {
  readonly email: string
  readonly name: string
}

export interface MemberAddition {
  readonly members: readonly Member[]
  /** How many came in, and how many were there already. */
  readonly added: number
  readonly known: number
  /** What names nobody, and whom there is no room for: it stays to be put right. */
  readonly rest: readonly string[]
}

/** The members with those of a typed or pasted list among them. An email is there once, however it is written. */
export function withList(members: readonly Member[], list: string, atMost: number): MemberAddition {
  const { people, wrong } = readPastedPeople(list)
  const there = new Set(members.map(({ email }) => canonicalEmail(email)))
  const fresh = people.filter(({ email }) => !there.has(canonicalEmail(email)))
  const room = Math.max(0, atMost - members.length)
  const added = fresh.slice(0, room).map(({ email, name }) => ({ email: canonicalEmail(email), name }))
  const beyond = fresh.slice(room).map(({ email, name }) => (name ? `${name} <${email}>` : email))
  return {
    members: [...members, ...added],
    added: added.length,
    known: people.length - fresh.length,
    rest: [...wrong, ...beyond],
  }
}
