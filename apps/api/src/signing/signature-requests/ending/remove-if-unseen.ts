import type { AccountActor } from '#api/platform/actor.ts'
import type { EventActor } from '#api/platform/db/tables.ts'
import type { Reader, Transaction } from '#api/platform/db/transaction.ts'
import type { Context } from '#api/providers/context.ts'
import { eventActor } from '#api/evidence/append-event.ts'
import { enqueue } from '#api/platform/jobs/enqueue.ts'
import { recordRule } from '#api/signing/retention/put-under-retention.ts'
import { isHeld, isRecord, part11DaysAtLeast } from '#api/signing/retention/retention.ts'
import { insertRetention } from '#api/signing/retention/rule-repository.ts'
import { appendEvent } from '../append-event.ts'
import { ownSignatures, rolesOf } from '../policy.ts'
import { isSeen } from '../reminders/reminder-repository.ts'
import { type Deletion, deletionOf } from '../signature-request-actions.ts'
import type { SignatureRequest } from '../signature-request.ts'
import { allPeopleOf } from '../signers/group-signature.ts'
import { listContents } from '../contents-repository.ts'
import { removeSignatureRequest } from './remove-signature-request.ts'

/** What deleting it would do for this account, or why it would be refused. */
export function plannedDeletion(
  request: SignatureRequest,
  actor: AccountActor,
  now: Date,
): Deletion | 'request.under_retention' {
  const isOwner = rolesOf(request, actor).includes('owner')
  const deletion = deletionOf(request, { isOwner, own: ownSignatures(request, actor) })
  const isGivenUp = deletion === 'leave' || deletion === 'remove'
  return isOwner && isGivenUp && isHeld(request, now) ? 'request.under_retention' : deletion
}

/** Does the request stay when this account leaves it? For others who see it, or as it is held (decision 33). */
export async function isKept(
  { now }: Pick<Context, 'now'>,
  db: Reader,
  request: SignatureRequest,
  leaving?: string,
): Promise<boolean> {
  return isHeld(request, now()) || isSeen(db, request.id, leaving)
}

/**
 * With the last account that sees a request it goes for good; under auto-deletion it goes when that says, and a record stays. Answers whether
 * it went. Access to it has to be as it now is.
 */
export async function removeIfUnseen(
  context: Context,
  tx: Transaction,
  actor: AccountActor,
  request: SignatureRequest,
): Promise<boolean> {
  if (await isSeen(tx, request.id)) return false
  if (isHeld(request, context.now())) {
    await holdRecord(context, tx, eventActor(actor), request)
    return false
  }
  await removeForGood(context, tx, eventActor(actor), request.id)
  return true
}

/**
 * A record that no account sees any longer could be deleted by nobody: auto-deletion does it, once it has been kept as long as
 * it has to be.
 */
async function holdRecord(
  { now }: Pick<Context, 'now'>,
  tx: Transaction,
  actor: EventActor,
  request: SignatureRequest,
): Promise<void> {
  if (request.retention || !isRecord(request)) return
  const rule = { days: part11DaysAtLeast, fromTerminalState: true, business: null }
  await insertRetention(tx, request.id, rule, null)
  await recordRule(tx, actor, request.id, rule, now())
}

/**
 * The same once an account that saw it is deleted, which nobody has decided of this request: a guest who has a link to it keeps
 * it, and so does the record that 21 CFR 11.10 (c) is about.
 */
export async function removeIfNobodysLeft(
  context: Context,
  tx: Transaction,
  actor: EventActor,
  request: SignatureRequest,
): Promise<boolean> {
  const isGuests = allPeopleOf(request.signatures).some(({ link }) => link !== null)
  if (isGuests || (await isSeen(tx, request.id))) return false
  await holdRecord(context, tx, actor, request)
  if (isRecord(request) || isHeld(request, context.now())) return false
  // All that an account has signed alone may be more than a sweep of the store takes for right (decision 65).
  const hashes = await listContents(tx, request.id)
  await removeForGood(context, tx, actor, request.id)
  await enqueue(tx, 'remove-deleted-content', { hashes })
  return true
}

/** That it is gone for good is the last word of its evidence, which stays. */
export async function removeForGood(
  context: Context,
  tx: Transaction,
  actor: EventActor,
  id: string,
): Promise<void> {
  const data = { removed: true }
  await appendEvent(tx, id, { type: 'left', at: context.now(), actor, data })
  await removeSignatureRequest(context, tx, id)
}
