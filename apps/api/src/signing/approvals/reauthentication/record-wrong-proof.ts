import type { AccountActor } from '#api/platform/actor.ts'
import { find as findAccount } from '#api/identity/accounts/repository.ts'
import { findBusinessOf } from '#api/business/businesses/find-business-of.ts'
import { listMembers } from '#api/business/businesses/repository.ts'
import type { Context } from '#api/providers/context.ts'
import type { Transaction } from '#api/platform/db/transaction.ts'
import { eventActor } from '#api/evidence/append-event.ts'
import { appendEvent } from '#api/signing/signature-requests/append-event.ts'
import { enqueueSecurityNotice } from '#api/mail/enqueue-security-notice.ts'
import { countWithin, forgetCount } from '#api/identity/throttles/count-within.ts'
import { failApproval } from '../fail-approval.ts'
import { reauthenticateRules } from './reauthenticate-approval.ts'
import { signingsOf } from '../repository.ts'
import { lockApproval } from '../lock-approval.ts'

/**
 * Someone could not prove who they are: it is evidence. After the last try the signing is over, and the administrators
 * of the signer's business are told at once (21 CFR 11.300 (d)).
 */
export async function recordWrongProof(
  context: Context,
  tx: Transaction,
  given: { approvalId: string; actor: AccountActor; method: 'password' | 'sso'; isLast: boolean },
): Promise<void> {
  const { approvalId, actor, method } = given
  const approval = await lockApproval(tx, approvalId)
  if (approval?.status !== 'OPEN') return
  const { count } = await countWithin(tx, wrongKey(actor.accountId), { now: context.now(), period: day })
  const isLast = given.isLast || count >= reauthenticateRules.attempts
  for (const { request_id, signature_id, id } of await signingsOf(tx, approvalId))
    await appendEvent(tx, request_id, {
      type: isLast ? 'reauthentication_locked' : 'reauthentication_failed',
      at: context.now(),
      actor: eventActor(actor),
      data: { signatureId: signature_id, signingId: id, approvalId, method },
    })
  if (!isLast) return
  await forgetWrongProofs(tx, actor.accountId)
  await failApproval(context, tx, approvalId, 'reauthentication_failed')
  await tellAdmins(context, tx, actor)
}

// Anyone who stops before the last try and begins again would never be told of: of one account all of a day are counted.
const day = 24 * 3_600_000
const wrongKey = (accountId: string) => `reauthentication:${accountId}`

/** They have proved who they are, or it was told that they could not. */
export async function forgetWrongProofs(tx: Transaction, accountId: string): Promise<void> {
  await forgetCount(tx, wrongKey(accountId))
}

async function tellAdmins(context: Context, tx: Transaction, actor: AccountActor): Promise<void> {
  const business = await findBusinessOf(tx, actor.accountId)
  if (!business) return
  const members = await listMembers(tx, business.id)
  for (const { accountId, role } of members) {
    const admin = role === 'admin' ? await findAccount(tx, accountId) : null
    if (admin)
      await enqueueSecurityNotice(
        context,
        tx,
        admin,
        'record_signing_locked',
        actor,
        `${actor.name}, ${actor.email}`,
      )
  }
}
