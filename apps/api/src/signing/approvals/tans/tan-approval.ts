import { toE164 } from '@countersign/contract/e164.ts'
import type { SigningStep } from '@countersign/contract/signature-request-shapes.ts'
import { Language } from '@countersign/contract/values.ts'
import type { Context } from '#api/providers/context.ts'
import type { Transaction } from '#api/platform/db/transaction.ts'
import { enqueue } from '#api/platform/jobs/enqueue.ts'
import { enqueueMail } from '#api/mail/enqueue-mail.ts'
import { Refusal } from '#api/platform/refusal.ts'
import type { ApprovalOrder } from '../approval-order.ts'
import { recordSent } from './record-code.ts'
import { type Approval, insertApproval } from '../repository.ts'
import { setApproval } from '#api/signing/signing/repository.ts'
import { attemptsLeft, covered, resendAt, resendsLeft, type Tan, validUntil } from './tan.ts'
import { hashCode, makeCode, decryptDestination, encryptCode, encryptDestination } from './tan-code.ts'
import { countCode, enforceAttemptLimit } from './tan-limit.ts'
import { setCode, setDestination, titlesOf } from './tan-repository.ts'
import { shortTitle } from './tan-words.ts'

interface Destination {
  readonly channel: 'sms' | 'email'
  readonly to: string
}

/** Opens an approval by a code of ours. The code goes where the plan says, once the signings are written down. */
export async function openTanApproval(
  context: Context,
  tx: Transaction,
  { plan, actor, language, signingIds }: ApprovalOrder,
): Promise<string> {
  const destination = usable(context, plan.destination)
  await enforceAttemptLimit(context, tx, actor)
  await countCode(context, tx, destination.to)
  const expiresAt = validUntil(context.now())
  const { service } = plan
  const id = await insertApproval(tx, { kind: 'TAN', step: 'TAN', actor, language, service, expiresAt })
  const encrypted = encryptDestination(context.masterKey, id, destination.to)
  await setDestination(tx, id, { channel: destination.channel, encrypted })
  // The message names what is signed.
  await setApproval(tx, signingIds, id)
  await sendCode(context, tx, { id, language, round: 0, destination })
  return id
}

function usable(context: Context, given: Destination | undefined): Destination {
  const to = given?.channel === 'sms' ? toE164(given.to) : given?.to
  if (!given || !to || (given.channel === 'sms' && !context.sms))
    throw new Refusal('signing.quality_unavailable')
  return { channel: given.channel, to }
}

/** A new code, which takes the place of the one before. The message is a job's, the mail goes the way of all mails. */
export async function sendCode(
  context: Context,
  tx: Transaction,
  order: {
    readonly id: string
    readonly language: string
    readonly round: number
    readonly destination: Destination
  },
): Promise<void> {
  const { id, round, destination } = order
  const code = makeCode()
  const madeAt = context.now()
  const expiresAt = validUntil(madeAt)
  const bySms = destination.channel === 'sms'
  const hash = hashCode(context.hashKeys, id, round, code)
  await setCode(tx, id, {
    round,
    hash,
    encrypted: bySms ? encryptCode(context.masterKey, id, code) : null,
    madeAt,
    expiresAt,
  })
  if (bySms)
    return enqueue(
      tx,
      'send-tan',
      { approvalId: id, round },
      { key: `send-tan:${id}:${round}`, priority: -10 },
    )
  await recordSent(context, tx, id, destination)
  const titles = await titlesOf(tx, id)
  const title = shortTitle(titles.map((one) => one.title))
  await enqueueMail(context, tx, {
    kind: 'signing_code',
    recipient: destination.to,
    language: languageOf(order),
    input: { code, title, expiresAt: expiresAt.toISOString() },
  })
}

export const languageOf = ({ language }: Pick<Approval, 'language'>): Language =>
  Language.safeParse(language).data ?? 'en'

/** The row, as the rules see it. */
export const tanOf = (approval: Approval): Tan => ({
  status: approval.status,
  error: approval.error,
  failures: approval.failures,
  resends: approval.resends,
  madeAt: approval.code_made_at ?? approval.created_at,
  sentAt: approval.sent_at,
  expiresAt: approval.expires_at,
})

export function destinationOf(context: Context, approval: Approval): Destination | null {
  const { id, channel, destination_encrypted: encrypted } = approval
  return channel && encrypted ? { channel, to: decryptDestination(context.masterKey, id, encrypted) } : null
}

/** What the signer is shown of it. */
export async function tanStep(context: Context, approval: Approval): Promise<SigningStep> {
  const tan = tanOf(approval)
  const destination = destinationOf(context, approval)
  const { verificationUrl } = context.config
  return {
    kind: 'TAN',
    id: approval.id,
    url: verificationUrl === null ? null : `${verificationUrl}/${approval.id}`,
    expiresAt: tan.expiresAt.toISOString(),
    attemptsLeft: attemptsLeft(tan),
    resendsLeft: resendsLeft(tan),
    resendAt: resendsLeft(tan) > 0 ? resendAt(tan).toISOString() : null,
    destination: destination && covered(destination.channel, destination.to),
    method: null,
    revision: approval.revision,
  }
}
