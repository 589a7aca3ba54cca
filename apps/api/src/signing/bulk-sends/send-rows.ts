import type { RowProblemCode } from '@countersign/contract/bulk-sends.ts'
import type { ErrorKey } from '@countersign/contract/errors.ts'
import type { AccountActor } from '#api/platform/actor.ts'
import type { Context } from '#api/providers/context.ts'
import { type Transaction, transaction } from '#api/platform/db/transaction.ts'
import { enqueue } from '#api/platform/jobs/enqueue.ts'
import { Refusal } from '#api/platform/refusal.ts'
import { Saturated } from '#api/platform/threads/task.ts'
import { lockForShare } from '#api/identity/accounts/lock-repository.ts'
import { sendNew } from '#api/signing/signature-requests/drafts/initiate-signature-request.ts'
import { draftFrom } from '#api/signing/templates/use-template.ts'
import { cancelRows } from './cancel-bulk-send.ts'
import { sendJob } from './create-bulk-send.ts'
import * as repository from './repository.ts'
import type { NewBulkSend } from './repository.ts'

// So long one send has the queue of sends; then comes the next one's turn, and the person who changes or deletes the account.
const turn = 1000
// So many rows at once: while one waits for the disk another is computed.
const lanes = 3
const failuresAtMost = 3
/** Milliseconds until a row is tried again that found all threads busy. */
const busyPause = 10_000

/** Reasons that concern the account or the installation: the people of the row have nothing to do with them. */
const refusedAccount: { readonly [key in ErrorKey]?: RowProblemCode } = {
  'business.payment_required': 'payment_required',
  'plan.not_included': 'not_included',
  'plan.signatures_exhausted': 'signatures_exhausted',
  'signing.quality_unavailable': 'quality_unavailable',
}

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
  if (!(await repository.hasPending(context.db, sendId))) return
  // Anyone who stopped it may have been cut short.
  if (await repository.isStopped(context.db, sendId)) return cancelRows(context, sendId)
  const at = earliestOf(ended.flatMap((one) => (one.status === 'fulfilled' && one.value ? [one.value] : [])))
  await transaction(context.db, (tx) =>
    enqueue(tx, 'send-bulk-rows', { sendId }, { ...sendJob, ...(at && { at }) }),
  )
}

function earliestOf(times: readonly Date[]): Date | undefined {
  return times.toSorted((a, b) => a.getTime() - b.getTime())[0]
}

/** What a lane does next: sends another row, stops because none waits, or waits until this instant. */
type Step = 'next' | 'stop' | Date

async function sendNext(context: Context, send: NewBulkSend): Promise<Step> {
  let row: number | undefined
  try {
    return await transaction(context.db, async (tx) => {
      row = undefined
      // The account first, as when it is deleted: anyone who has none any longer asks nobody to sign.
      const account = await lockForShare(tx, send.ownerId)
      if (!account) return 'stop'
      const next = await repository.takeNext(tx, send.id)
      if (!next) return 'stop'
      row = next.row
      const actor = actorOf(send, account)
      const requestId = await sendRow(context, tx, { send, actor, content: next.content })
      await repository.markSent(tx, send.id, next.row, { requestId, at: context.now() })
      return 'next'
    })
  } catch (error) {
    if (row === undefined) throw error
    return notSent(context, send, row, error)
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
async function notSent(context: Context, send: NewBulkSend, row: number, error: unknown): Promise<Step> {
  const at = context.now()
  if (error instanceof Refusal) {
    if (error.key === 'email.limit_reached' && error.retryAfter !== undefined)
      return new Date(at.getTime() + error.retryAfter * 1000)
    const problem = { code: refusedAccount[error.key] ?? 'refused', column: null } as const
    await transaction(context.db, (tx) => repository.markRefused(tx, send.id, row, { problem, at }))
    return 'next'
  }
  if (error instanceof Saturated) return new Date(at.getTime() + busyPause)
  context.log.error({ err: error, sendId: send.id, row }, 'a row of a table could not be sent')
  await transaction(context.db, async (tx) => {
    const failures = await repository.countFailure(tx, send.id, row)
    const problem = { code: 'failed', column: null } as const
    if (failures >= failuresAtMost) await repository.markRefused(tx, send.id, row, { problem, at })
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
