import { find as findAccount } from '#api/identity/accounts/repository.ts'
import { findSigner } from '#api/signing/direct-links/find-signer.ts'
import type { Participant } from '#api/platform/actor.ts'
import type { Reader } from '#api/platform/db/transaction.ts'
import { Refusal } from '#api/platform/refusal.ts'
import type { Holder } from './identification.ts'
import type { HoldersOwn } from './progress/progress.ts'

export function holderOf(actor: Participant): Holder {
  if (actor.kind === 'account') return { kind: 'account', accountId: actor.accountId, email: actor.email }
  const { requestId, signatureId, memberId, email } = actor
  return { kind: 'guest', requestId, signatureId, memberId, email }
}

/** What is known of someone before they are identified: by their account, or by what the sender wrote. */
export interface KnownPerson {
  readonly firstName: string | null
  readonly lastName: string | null
  readonly mobile: string | null
}

export async function findKnownPerson(db: Reader, actor: Participant): Promise<KnownPerson> {
  if (actor.kind === 'link') {
    const { firstName, lastName, mobile } = await findSigner(db, actor)
    return { firstName, lastName, mobile }
  }
  const account = await findAccount(db, actor.accountId)
  if (!account) throw new Refusal('auth.required')
  const { firstName, lastName, mobile } = account
  return { firstName, lastName, mobile }
}

/** What an account brings to its identifications; null of a guest. */
export async function findOwn(db: Reader, holder: Holder): Promise<HoldersOwn | null> {
  if (holder.kind === 'guest') return null
  const account = await findAccount(db, holder.accountId)
  if (!account) return null
  return {
    firstName: account.firstName,
    lastName: account.lastName,
    mobile: account.mobile,
    termsAcceptedAt: account.trustServiceTermsAcceptedAt,
  }
}
