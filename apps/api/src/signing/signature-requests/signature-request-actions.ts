import { peopleOf } from './signers/group-signature.ts'
import {
  isBeingSigned,
  isOver,
  type Language,
  mayStartSigning,
  type Signature,
  type SignatureRequest,
  type SignRefusal,
  timeOfChange,
  withoutPerson,
} from './signature-request.ts'

// What people do with a sent request besides signing it: no clock, no I/O. Who may is for the policy to say.

export type DelegationRefusal = SignRefusal | 'same_person' | 'had_it_before' | 'too_often'

/** A signature is delegated at most this many times. */
export const delegationsAtMost = 5
export const reminderPause = 3_600_000

/**
 * May this signature be declined or delegated now? As with signing, in turn only. While it is being made it counts as
 * signed: should that fail, it may be again. One that the signer is still to approve is ended with it.
 */
export function mayEnd(request: SignatureRequest, signature: Signature, now: Date): SignRefusal | null {
  const refusal = mayStartSigning(request, signature, now)
  return refusal ?? (isBeingSigned(signature) ? 'signature.already_signed' : null)
}

/** Which of the caller's several signatures an action is about: one whose turn it is comes before all others. */
export function concerned(
  request: SignatureRequest,
  own: readonly Signature[],
  now: Date,
): Signature | undefined {
  return (
    own.find((signature) => mayEnd(request, signature, now) === null) ??
    own.find((signature) => signature.status === 'WAITING') ??
    own.at(-1)
  )
}

/**
 * One decline ends the request for everybody. Who signed has signed; anyone who has not is asked no longer, which is shown as
 * withdrawn: they declined nothing.
 */
export function decline(
  request: SignatureRequest,
  signatureId: string,
  message: string,
  now: Date,
): SignatureRequest | SignRefusal {
  const declined = request.signatures.find(({ id }) => id === signatureId)
  if (!declined) return 'request.not_open'
  const refusal = mayEnd(request, declined, now)
  if (refusal) return refusal
  const signatures = request.signatures.map((signature): Signature => {
    if (signature === declined) return { ...signature, status: 'DECLINED', declineMessage: message || null }
    return ['WAITING', 'OPEN'].includes(signature.status) ? { ...signature, status: 'WITHDRAWN' } : signature
  })
  return {
    ...request,
    status: 'DECLINED',
    completedAt: now,
    updatedAt: timeOfChange(request, now),
    signatures,
  }
}

export interface Successor {
  readonly email: string
  readonly firstName: string | null
  readonly lastName: string | null
  readonly language: Language
}

/**
 * The signature passes to someone else, with its turn and its places. They are reached again, so nothing of how the one
 * before was reached is left. Anyone who is listed already may get another one: they sign twice.
 */
export function delegate(
  request: SignatureRequest,
  by: {
    readonly signatureId: string
    /** Who passes it on: of a group, which member. */
    readonly name: string
    readonly email: string
  },
  successor: Successor,
  now: Date,
): SignatureRequest | DelegationRefusal {
  const delegation = request.signatures.find(({ id }) => id === by.signatureId)
  if (!delegation) return 'request.not_open'
  const refusal = mayEnd(request, delegation, now)
  if (refusal) return refusal
  if (successor.email === by.email) return 'same_person'
  const { delegatedBy } = delegation
  const formerly = delegatedBy ? [delegatedBy.email, ...(delegatedBy.formerly ?? [])] : []
  if (formerly.includes(successor.email)) return 'had_it_before'
  if (delegatedBy && delegatedBy.times >= delegationsAtMost) return 'too_often'
  const passed: Signature = {
    ...delegation,
    ...successor,
    mobile: null,
    byAccountEmail: false,
    documents: delegation.documents.map(withoutPerson),
    // The sender's way of reaching the one before, by a link of their own making, does not reach this one.
    notify: true,
    accountId: null,
    link: null,
    // Anyone who gets it has it alone.
    group: null,
    openedAt: null,
    delivery: null,
    signing: null,
    remindedAt: null,
    delegatedBy: {
      email: delegatedBy?.email ?? by.email,
      name: delegatedBy?.name ?? by.name,
      times: (delegatedBy?.times ?? 0) + 1,
      formerly: [...new Set([...(delegatedBy?.formerly ?? []), by.email])],
    },
  }
  return {
    ...request,
    updatedAt: timeOfChange(request, now),
    signatures: request.signatures.map((signature) => (signature === delegation ? passed : signature)),
  }
}

/** May the owner have this signer mailed once more? The owner who signs too needs no mail to know. */
export function isRemindable(request: SignatureRequest, signature: Signature, now: Date): boolean {
  return (
    request.status === 'OPEN' &&
    !isOver(request, now) &&
    signature.status === 'OPEN' &&
    signature.signing?.status !== 'OPEN' &&
    peopleOf(signature).some(({ accountId }) => accountId !== request.owner.id)
  )
}

/** When this signer may be reminded again; null is now. */
export function remindAgainAt(signature: Signature, now: Date): Date | null {
  if (signature.status !== 'OPEN' || !signature.remindedAt) return null
  const again = new Date(signature.remindedAt.getTime() + reminderPause)
  return again > now ? again : null
}

/** How many days before its end a request is due for its automatic reminder; null where none is due. */
export function reminderDue(
  request: SignatureRequest,
  remindedBefore: number | null,
  now: Date,
): 7 | 2 | null {
  if (request.status !== 'OPEN' || !request.expiresAt || !request.initiatedAt || isOver(request, now))
    return null
  for (const days of [2, 7] as const) {
    const from = new Date(request.expiresAt.getTime() - days * 86_400_000)
    if (from > now) continue
    // Who was asked with less time than that has only just been told.
    return request.initiatedAt < from && (remindedBefore === null || remindedBefore > days) ? days : null
  }
  return null
}

/** Does anything still wait for one of these signatures? Then whose they are cannot leave. */
export function isWaitedFor(own: readonly Signature[]): boolean {
  return own.some((signature) => ['WAITING', 'OPEN'].includes(signature.status))
}

export type Deletion = 'withdraw' | 'remove' | 'leave' | 'request.signature_pending'

/** What deleting comes to: for the owner of an open request, of a draft, and for everybody else. */
export function deletionOf(
  request: SignatureRequest,
  { isOwner, own }: { readonly isOwner: boolean; readonly own: readonly Signature[] },
): Deletion {
  if (isOwner && request.status === 'OPEN') return 'withdraw'
  if (isOwner && request.status === 'DRAFT') return 'remove'
  return isWaitedFor(own) ? 'request.signature_pending' : 'leave'
}
