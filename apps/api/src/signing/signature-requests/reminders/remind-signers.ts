import * as z from 'zod/mini'
import type { AccountActor } from '#api/platform/actor.ts'
import type { Context } from '#api/providers/context.ts'
import { recordResult } from '#api/platform/db/call-result.ts'
import { type Transaction, transaction } from '#api/platform/db/transaction.ts'
import { eventActor } from '#api/evidence/append-event.ts'
import { appendEvent } from '../append-event.ts'
import { Refusal } from '#api/platform/refusal.ts'
import { markReminded } from './reminder-repository.ts'
import type { RequestedSigner } from '../signers/group-signature.ts'
import { remindByMail } from '../notifications/notify-of-actions.ts'
import { allow } from '../policy.ts'
import * as repository from '../repository.ts'
import { isRemindable, remindAgainAt, reminderPause } from '../signature-request-actions.ts'
import { isOver, isUnassigned, type Signature, type SignatureRequest } from '../signature-request.ts'

const ReminderResult = z.object({ reminded: z.array(z.string()), tooSoon: z.array(z.string()) })
export type ReminderResult = z.infer<typeof ReminderResult>

/** As it was recorded: who was reminded can't be read from the request once someone is reminded again. */
export const readReminderResult = (recorded: string): ReminderResult =>
  ReminderResult.parse(JSON.parse(recorded))

/** The owner has those mailed once more whose turn it is, or the ones that are named; each at most once an hour. */
export async function remindSigners(
  context: Context,
  actor: AccountActor,
  id: string,
  named: readonly string[] | undefined,
  /** Also of a draft in which nobody is asked to sign yet: nobody is reminded then. */
  { unassignedToo = false }: { readonly unassignedToo?: boolean } = {},
): Promise<ReminderResult> {
  return transaction(context.db, async (tx) => {
    const now = context.now()
    const request = await repository.lockForNoKeyUpdate(tx, id)
    allow(request, actor, 'remind')
    if (unassignedToo && isUnassigned(request)) return { reminded: [], tooSoon: [] }
    if (request.status !== 'OPEN' || isOver(request, now)) throw new Refusal('request.not_open')
    const recipients = named
      ? signersNamed(request, named, now)
      : request.signatures.filter((one) => one.notify && isRemindable(request, one, now))
    const { reminded, tooSoon, mailed } = await remind(context, tx, request, recipients, actor.accountId)
    if (reminded.length === 0 && tooSoon.length > 0)
      throw new Refusal('rate.exceeded', { retryAfter: secondsUntilOne(tooSoon, now) })
    await recordReminder(context, tx, id, eventActor(actor), mailed)
    const result = {
      reminded: [...new Set(mailed.map((one) => one.id))],
      tooSoon: tooSoon.map((one) => one.id),
    }
    recordResult(tx, JSON.stringify(result))
    return result
  })
}

function signersNamed(request: SignatureRequest, named: readonly string[], now: Date): Signature[] {
  const wrong = named.flatMap((id, index) => {
    const signature = request.signatures.find((one) => one.id === id)
    return signature && isRemindable(request, signature, now)
      ? []
      : [
          {
            field: `signatureIds.${index}`,
            code: 'not_asked',
            message: 'Nobody waits for this signature by mail just now',
          },
        ]
  })
  if (wrong.length > 0) throw new Refusal('validation.failed', { fields: wrong })
  return request.signatures.filter(({ id }) => named.includes(id))
}

/** Mails those who had no reminder within the last hour. Some may want no mails: they are counted, and not mailed. */
export async function remind(
  context: Context,
  tx: Transaction,
  request: SignatureRequest,
  recipients: readonly Signature[],
  sentBy?: string,
): Promise<{ reminded: Signature[]; mailed: RequestedSigner[]; tooSoon: Signature[] }> {
  const now = context.now()
  const before = new Date(now.getTime() - reminderPause)
  const marked = await markReminded(
    tx,
    recipients.map(({ id }) => id),
    { now, before },
  )
  const reminded = recipients.filter(({ id }) => marked.has(id))
  const mailed = await remindByMail(context, tx, request, reminded, sentBy)
  return { reminded, mailed, tooSoon: recipients.filter(({ id }) => !marked.has(id)) }
}

export async function recordReminder(
  context: Context,
  tx: Transaction,
  id: string,
  actor: ReturnType<typeof eventActor>,
  mailed: readonly RequestedSigner[],
  data: { readonly daysBefore?: number } = {},
): Promise<void> {
  if (mailed.length === 0) return
  const signatureIds = [...new Set(mailed.map((one) => one.id))]
  const email = mailed.map((one) => one.email)
  const at = context.now()
  await appendEvent(tx, id, { type: 'reminded', at, actor, data: { signatureIds, email, ...data } })
}

function secondsUntilOne(tooSoon: readonly Signature[], now: Date): number {
  const waits = tooSoon.map((one) => ((remindAgainAt(one, now) ?? now).getTime() - now.getTime()) / 1000)
  return Math.max(1, Math.ceil(Math.min(...waits)))
}
