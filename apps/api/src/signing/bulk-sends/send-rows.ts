import type { AccountActor } from '#api/platform/actor.ts'
import type { Context } from '#api/providers/context.ts'
import { type Transaction, transaction } from '#api/platform/db/transaction.ts'
import { enqueue } from '#api/platform/jobs/enqueue.ts'
import { Refusal } from '#api/platform/refusal.ts'
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

/**
 * The job that sends a table's rows. Each row is one transaction: its request, the evidence, the mails and that it is
 * sent are there together or not at all. So the job may be killed at any instant and run again.
 */
export async function sendBulkRows(context: Context, sendId: string): Promise<void> {
  const send = await repository.find(context.db, sendId)
  if (!send) return
  const until = Date.now() + turn
  const lane = async () => {
    while (Date.now() < until && (await sendNext(context, send)));
  }
  const ended = await Promise.allSettled(Array.from({ length: lanes }, lane))
  const failed = ended.find((one) => one.status === 'rejected')
  // The queue tries again after a pause.
  if (failed) throw failed.reason
  if (!(await repository.hasPending(context.db, sendId))) return
  // Anyone who stopped it may have been cut short.
  if (await repository.isStopped(context.db, sendId)) return cancelRows(context, sendId)
  await transaction(context.db, (tx) => enqueue(tx, 'send-bulk-rows', { sendId }, sendJob))
}

/** False where none waits any longer. */
async function sendNext(context: Context, send: NewBulkSend): Promise<boolean> {
  let row: number | undefined
  try {
    return await transaction(context.db, async (tx) => {
      row = undefined
      // The account first, as when it is deleted: anyone who has none any longer asks nobody to sign.
      const account = await lockForShare(tx, send.ownerId)
      if (!account) return false
      const next = await repository.takeNext(tx, send.id)
      if (!next) return false
      row = next.row
      const actor = actorOf(send, account)
      const requestId = await sendRow(context, tx, { send, actor, content: next.content })
      await repository.markSent(tx, send.id, next.row, { requestId, at: context.now() })
      return true
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

/** A refusal is the row's own. What nobody foresaw is tried again some times, and then does not hold the others up. */
async function notSent(context: Context, send: NewBulkSend, row: number, error: unknown): Promise<boolean> {
  const at = context.now()
  if (error instanceof Refusal) {
    const problem = { code: 'refused', column: null } as const
    await transaction(context.db, (tx) => repository.markRefused(tx, send.id, row, { problem, at }))
    return true
  }
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
