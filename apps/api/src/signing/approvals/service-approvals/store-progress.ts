import { createHash } from 'node:crypto'
import type { Context } from '#api/providers/context.ts'
import { type Transaction, transaction } from '#api/platform/db/transaction.ts'
import { enqueue } from '#api/platform/jobs/enqueue.ts'
import type { Progress, SigningStep } from '#api/providers/trust-service/stepwise/port.ts'
import { encrypt } from '#api/platform/secrets/secret-box.ts'
import { findPrepared, insertSigned } from '#api/signing/signing/prepared-signatures/prepared-repository.ts'
import { leaseFor, waitsUntil } from '../approval.ts'
import { giveApproval } from '../give-approval.ts'
import { renewLeases } from '../leases/lease-repository.ts'
import { type Approval, signingsOf, notifyOfStep } from '../repository.ts'
import { lockApproval } from '../lock-approval.ts'
import { saveProgress } from './progress-repository.ts'

/** As long a pushed request is good for at least (RFC 9126 §2.2 suggests between 5 and 600 seconds). */
const pushedFor = 60_000

/**
 * Writes down what a trust service answered. False where the approval was over by then: what it signed counts for
 * nothing, and what it waits for is to be let go.
 */
export async function storeProgress(
  context: Context,
  approvalId: string,
  progress: Progress,
): Promise<boolean> {
  return transaction(context.db, (tx) =>
    progress.kind === 'signed'
      ? storeSigned(context, tx, approvalId, progress)
      : storeWaiting(context, tx, approvalId, progress),
  )
}

async function storeSigned(
  context: Context,
  tx: Transaction,
  approvalId: string,
  { signatures, approval: outcome }: Extract<Progress, { kind: 'signed' }>,
): Promise<boolean> {
  const approval = await lockApproval(tx, approvalId)
  if (approval?.status !== 'OPEN') return false
  const signings = await signingsOf(tx, approvalId)
  await insertSigned(
    tx,
    await findPrepared(
      tx,
      signings.map(({ id }) => id),
    ),
    signatures,
  )
  await saveProgress(tx, approvalId, { outcome: JSON.stringify(outcome) })
  // It waits no longer: the signature is made within a lease of its own.
  await renewLeases(tx, approvalId, new Date(context.now().getTime() + leaseFor))
  return giveApproval(context, tx, approvalId, null)
}

const steps = { CONSENT: 'PASSWORD_OTP', REDIRECT: 'REDIRECT', MOBILE_ID: 'MOBILE_ID' } as const

async function storeWaiting(
  context: Context,
  tx: Transaction,
  approvalId: string,
  { ticket, step, expiresAt }: Extract<Progress, { kind: 'waiting' }>,
): Promise<boolean> {
  const approval = await lockApproval(tx, approvalId)
  if (approval?.status !== 'OPEN') return false
  const now = context.now()
  const until = waitsUntil(approval, now)
  const soon = new Date(now.getTime() + pushedFor)
  // A second page, after the signer has signed in on the first: what that one brought is used up.
  const isNewPage = step.kind === 'REDIRECT' && step.url !== undefined
  const encrypted = (text: string, what: string) =>
    Buffer.from(encrypt(context.masterKey, Buffer.from(text), `approval-${what}:${approvalId}`))
  await saveProgress(tx, approvalId, {
    ticket_encrypted: encrypted(ticket, 'ticket'),
    ...(step.url === undefined ? {} : { url_encrypted: encrypted(step.url, 'url') }),
    ...(step.state === undefined ? {} : { state_hash: hashState(step.state) }),
    ...shownStep(approval, step),
    ...(approval.ticket_encrypted ? {} : { expires_at: expiresAt < until ? expiresAt : until }),
    ...(isNewPage ? { url_expires_at: step.urlExpiresAt ?? soon, query_encrypted: null } : {}),
    misses: 0,
  })
  await renewLeases(tx, approvalId, until)
  if (isNewPage || !approval.ticket_encrypted || shownStep(approval, step).step !== approval.step)
    await notifyOfStep(tx, approvalId)
  if (step.kind !== 'REDIRECT') await addPollJob(context, tx, approvalId, approval.created_at)
  return true
}

/** A page that the service does not name again is still the one to go to. */
function shownStep({ step: shown }: Approval, step: SigningStep) {
  return { step: shown && step.url === undefined ? shown : steps[step.kind] }
}

/** What the way back carries is random: a plain hash is enough to keep the table useless to a thief. */
export function hashState(state: string): Buffer {
  return createHash('sha256').update(`approval-state:${state}`).digest()
}

/** Asks again: often while the signer has the page before them, less so later. */
export async function addPollJob(
  context: Context,
  tx: Transaction,
  approvalId: string,
  since: Date,
): Promise<void> {
  const now = context.now().getTime()
  const pause = now - since.getTime() < 60_000 ? 2000 : 5000
  await enqueue(
    tx,
    'poll-approval',
    { approvalId },
    { key: `poll-approval:${approvalId}`, priority: -5, at: new Date(now + pause) },
  )
}
