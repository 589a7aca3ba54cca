// A signer group: people of whom the first who signs, signs for all of them. No clock, no I/O.

export interface GroupMember {
  readonly email: string
  readonly name: string | null
}

export interface SignerGroup {
  readonly id: string
  readonly name: string
  /** The number of the version, and which one it is. */
  readonly version: number
  readonly versionId: string
  readonly members: readonly GroupMember[]
  readonly createdAt: Date
  readonly updatedAt: Date
}

export interface Limits {
  readonly maxGroups: number
  readonly maxParticipants: number
}

/** What a personal account may keep. */
export const personalLimits: Limits = { maxGroups: 20, maxParticipants: 50 }

/** What the product takes of each member of a business; the business may say less. */
export const businessLimits: Limits = { maxGroups: 200, maxParticipants: 200 }

export function limitsOf(
  chosen: { readonly maxGroups: number | null; readonly maxParticipants: number | null } | null,
): Limits {
  if (!chosen) return personalLimits
  return {
    maxGroups: chosen.maxGroups ?? businessLimits.maxGroups,
    maxParticipants: chosen.maxParticipants ?? businessLimits.maxParticipants,
  }
}

export interface MemberInput {
  readonly email: string
  readonly name?: string | null | undefined
}

export const membersOf = (given: readonly MemberInput[]): GroupMember[] =>
  given.map(({ email, name }) => ({ email, name: name || null }))

/** Where an email stands a second time; -1 where none does. */
export function twice(members: readonly GroupMember[]): number {
  const emails = members.map(({ email }) => email)
  return emails.findIndex((email, index) => emails.indexOf(email) < index)
}

/** The same people by the same names, in whatever order. */
export function isSame(
  a: Pick<SignerGroup, 'name' | 'members'>,
  b: Pick<SignerGroup, 'name' | 'members'>,
): boolean {
  const names = new Map(a.members.map(({ email, name }) => [email, name]))
  return (
    a.name === b.name &&
    a.members.length === b.members.length &&
    b.members.every(({ email, name }) => names.get(email) === name)
  )
}
