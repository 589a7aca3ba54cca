import type { AccountActor } from '#api/platform/actor.ts'
import type { Context } from '#api/providers/context.ts'
import { type Transaction, transaction } from '#api/platform/db/transaction.ts'
import { enqueue } from '#api/platform/jobs/enqueue.ts'
import { Refusal } from '#api/platform/refusal.ts'
import { Saturated } from '#api/platform/threads/task.ts'
import { EmailLimitReached } from '#api/identity/sending-limits/email-limit-reached.ts'
import { lockForShare } from '#api/identity/accounts/lock-repository.ts'
import { sendNew } from '#api/signing/signature-requests/drafts/initiate-signature-request.ts'
import { draftFrom } from '#api/signing/templates/use-template.ts'
import { cancelRows } from './cancel-bulk-send.ts'
import { sendJob } from './create-bulk-send.ts'
import { refuseBulkSend } from './refuse-bulk-send.ts'
import * as repository from './repository.ts'
import type { NewBulkSend, WaitingRow } from './repository.ts'
import { problemsOf } from './row-problems.ts'
import { waitForLimit } from './wait-for-limit.ts'
import { findNextDue } from './wait-repository.ts'

// So long one send has the queue of sends; then comes the next one's turn, and the person who changes or deletes the account.
const turn = 1000
// So many rows at once: while one waits for the disk another is computed.
const lanes = 3
const failuresAtMost = 3
/** Milliseconds until a row is tried again that found all threads busy. */
const busyPause = 10_000

/**
 * The job that sends a table's rows. Each row is one transaction: its request, the evidence, the mails and that it is
 * sent are there together or not at all. So the job may be killed at any instant and run again.
 */
export async function sendBulkRows(context: Context, sendId: string): Promise<void> {
  const send = await repository.find(context.db, sendId)
  if (!send) return
  const until = Date.now() + turn
  const lane = async (): Promise<Date | null> => {
    let step: Step = 'next'
    while (step === 'next' && Date.now() < until) step = await sendNext(context, send)
    return step instanceof Date ? step : null
  }
  const ended = await Promise.allSettled(Array.from({ length: lanes }, lane))
  const failed = ended.find((one) => one.status === 'rejected')
  // The queue tries again after a pause.
  if (failed) throw failed.reason
  const due = await findNextDue(context.db, sendId)
  if (!due) return
  // Anyone who stopped it may have been cut short.
  if (await repository.isStopped(context.db, sendId)) return cancelRows(context, sendId)
  const busy = ended.flatMap((one) => (one.status === 'fulfilled' && one.value ? [one.value] : []))
  // Rows that wait for a limit leave the queue to other sends.
  const at = latestOf([due, ...busy])
  const options = at > context.now() ? { ...sendJob, at } : sendJob
  await transaction(context.db, (tx) => enqueue(tx, 'send-bulk-rows', { sendId }, options))
}

function latestOf(times: readonly Date[]): Date {
  return new Date(Math.max(...times.map((time) => time.getTime())))
}

/** What a lane does next: sends another row, stops because none waits, or waits until this instant. */
type Step = 'next' | 'stop' | Date

async function sendNext(context: Context, send: NewBulkSend): Promise<Step> {
  let taken: WaitingRow | undefined
  try {
    return await transaction(context.db, async (tx) => {
      taken = undefined
      // The account first, as when it is deleted: anyone who has none any longer asks nobody to sign.
      const account = await lockForShare(tx, send.ownerId)
      if (!account) return 'stop'
      const next = await repository.takeNext(tx, send.id, context.now())
      if (!next) return 'stop'
      taken = next
      await refuseBulkSend(context, tx, send.ownerId)
      const actor = actorOf(send, account)
      const requestId = await sendRow(context, tx, { send, actor, content: next.content })
      await repository.markSent(tx, send.id, next.row, { requestId, at: context.now() })
      return 'next'
    })
  } catch (error) {
    if (!taken) throw error
    return notSent(context, send, taken, error)
  }
}

async function sendRow(
  context: Context,
  tx: Transaction,
  about: { send: NewBulkSend; actor: AccountActor; content: repository.WaitingRow['content'] },
): Promise<string> {
  const { send, actor, content } = about
  const draft = await draftFrom(context, tx, actor, send.template, content)
  const from = { templateId: send.template.id, bulkSendId: send.id }
  return (await sendNew(context, tx, actor, draft, from)).id
}

/**
 * A limit on emails and busy threads only take time. Any other refusal is final for the row, which says whether its people or the account
 * caused it. What nobody foresaw is tried again some times, and then does not hold the others up.
 */
async function notSent(
  context: Context,
  send: NewBulkSend,
  taken: WaitingRow,
  error: unknown,
): Promise<Step> {
  const at = context.now()
  const { row } = taken
  if (error instanceof EmailLimitReached && !error.isBeyond) {
    await waitForLimit(context, send, taken, error)
    return 'next'
  }
  if (error instanceof Refusal) {
    const problems = problemsOf(error, send, taken.content)
    await transaction(context.db, (tx) => repository.markRefused(tx, send.id, row, { problems, at }))
    return 'next'
  }
  if (error instanceof Saturated) return new Date(at.getTime() + busyPause)
  context.log.error({ err: error, sendId: send.id, row }, 'a row of a table could not be sent')
  await transaction(context.db, async (tx) => {
    const failures = await repository.countFailure(tx, send.id, row)
    const problems = [{ code: 'failed', column: null }] as const
    if (failures >= failuresAtMost) await repository.markRefused(tx, send.id, row, { problems, at })
  })
  throw error
}

/** Anyone who uploaded the list: the evidence says from where. */
function actorOf(
  { ownerId, actor }: NewBulkSend,
  { email, language }: Pick<AccountActor, 'email' | 'language'>,
): AccountActor {
  return {
    kind: 'account',
    accountId: ownerId,
    sessionId: '',
    email,
    name: actor.name ?? '',
    language,
    address: actor.address ?? '',
    userAgent: actor.userAgent ?? '',
  }
}
