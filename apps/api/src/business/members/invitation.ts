import type { Language } from '@countersign/contract/values.ts'
import type { BusinessRole } from '#api/business/businesses/business.ts'

// An invitation to a business: no clock, no I/O.

export type InvitationState = 'OPEN' | 'EXPIRED' | 'ACCEPTED' | 'DECLINED' | 'REVOKED' | 'REPLACED'

export interface Invitation {
  readonly id: string
  readonly businessId: string
  readonly email: string
  readonly role: BusinessRole
  readonly language: Language
  /** In the words of the person who invites. */
  readonly message: string | null
  readonly invitedBy: { readonly id: string; readonly name: string; readonly email: string } | null
  /** As it was left; one that is OPEN may have expired since. */
  readonly state: Exclude<InvitationState, 'EXPIRED'>
  readonly createdAt: Date
  /** The last mail of it. */
  readonly sentAt: Date
  readonly expiresAt: Date
}

const minute = 60_000
const goodFor = 30 * 24 * 60 * minute
/** Nobody gets the same mail again before that. */
const betweenMails = 10 * minute

export function expiryOf(sentAt: Date): Date {
  return new Date(sentAt.getTime() + goodFor)
}

export function stateOf({ state, expiresAt }: Invitation, now: Date): InvitationState {
  return state === 'OPEN' && expiresAt <= now ? 'EXPIRED' : state
}

/** When its email may go out again: null once the person has declined. */
export function mayBeSentAgainAt({ state, sentAt }: Invitation): Date | null {
  return state === 'OPEN' ? new Date(sentAt.getTime() + betweenMails) : null
}
