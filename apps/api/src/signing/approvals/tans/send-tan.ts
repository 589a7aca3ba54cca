import type { Context } from '#api/providers/context.ts'
import { transaction } from '#api/platform/db/transaction.ts'
import { SmsRefused, SmsUnavailable } from '#api/providers/sms/port.ts'
import { failApproval } from '../fail-approval.ts'
import { recordSent } from './record-code.ts'
import { type Approval, findApproval, signingsOf } from '../repository.ts'
import { lockApproval } from '../lock-approval.ts'
import { validUntil } from './tan.ts'
import { destinationOf, languageOf } from './tan-approval.ts'
import { decryptCode } from './tan-code.ts'
import { markDelivered, titlesOf } from './tan-repository.ts'
import { shortTitle, tanMessage } from './tan-words.ts'

const serviceName = 'Countersign'
/** So long a gateway that is away is tried, with the queue's growing pauses; then the signer hears of it. */
const patience = 60_000

/**
 * The job that hands one code to the gateway. Killed in between it sends the same code under the same reference again:
 * the signer has one code, and it is the right one.
 */
export async function sendTan(context: Context, approvalId: string, round: number): Promise<void> {
  const approval = await findApproval(context.db, approvalId)
  const encrypted = approval?.code_encrypted
  if (!approval || approval.status !== 'OPEN' || approval.resends !== round || !encrypted) return
  const destination = destinationOf(context, approval)
  if (!destination) return
  const titles = await titlesOf(context.db, approvalId)
  const text = tanMessage(languageOf(approval), {
    service: serviceName,
    code: decryptCode(context.masterKey, approvalId, encrypted),
    title: shortTitle(titles.map(({ title }) => title)),
  })
  try {
    if (!context.sms) throw new SmsUnavailable('no gateway is set up')
    await context.sms.send({ to: destination.to, text, reference: `${approvalId}:${round}` })
  } catch (error) {
    return notSent(context, approval, error)
  }
  const at = context.now()
  const delivered = { id: approvalId, round, at, expiresAt: validUntil(at) }
  await transaction(context.db, async (tx) => {
    await lockApproval(tx, approvalId)
    if (await markDelivered(tx, delivered)) await recordSent(context, tx, approvalId, destination)
  })
}

async function notSent(context: Context, approval: Approval, error: unknown): Promise<void> {
  // Not the approval's: by that it can be stopped at the verification host.
  const signingIds = (await signingsOf(context.db, approval.id)).map(({ id }) => id)
  context.log.warn({ err: error, signingIds }, 'a code was not sent')
  const since = context.now().getTime() - (approval.code_made_at ?? approval.created_at).getTime()
  const isFinal = error instanceof SmsRefused
  // Not final: the queue tries again after a pause.
  if (!isFinal && since < patience) throw error
  const why = isFinal ? 'mobile_signing_failed' : 'service_unavailable'
  await transaction(context.db, (tx) => failApproval(context, tx, approval.id, why))
}
