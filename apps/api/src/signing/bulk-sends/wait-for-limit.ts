import type { Context } from '#api/providers/context.ts'
import { transaction } from '#api/platform/db/transaction.ts'
import type { EmailLimit, EmailLimitReached } from '#api/identity/sending-limits/email-limit-reached.ts'
import { rolesInvitedFirst, type Template } from '#api/signing/templates/template.ts'
import type { NewBulkSend, WaitingRow } from './repository.ts'
import { markWaiting, type RowsWaiting, type RowWait } from './wait-repository.ts'

/**
 * The row waits until the limit that it reached resets, and so do all others that would reach the same one: they are skipped
 * in the meantime, and show what they wait for without having been tried.
 */
export async function waitForLimit(
  context: Context,
  send: NewBulkSend,
  row: WaitingRow,
  { limits }: EmailLimitReached,
): Promise<void> {
  // Each row waits for the limit that ends last.
  const inOrder = limits.toSorted((a, b) => a.until.getTime() - b.until.getTime())
  await transaction(context.db, async (tx) => {
    for (const limit of inOrder) {
      const [rows, wait] = waitOf(send.template, row, limit)
      await markWaiting(tx, send.id, rows, wait)
    }
  })
}

function waitOf(
  template: Template,
  { row, content }: WaitingRow,
  { recipient, until }: EmailLimit,
): [RowsWaiting, RowWait] {
  if (recipient === null)
    return [
      { row, others: 'all' },
      { until, reason: 'sender_limit', email: null },
    ]
  const isObserver = template.observers.includes(recipient)
  // An account is written to where its mailbox is now, which the sender may not know.
  const isKnown = isObserver || content.signers.some(({ email }) => email === recipient)
  return [
    { row, others: isObserver ? 'all' : rolesInvitedFirst(template) },
    { until, reason: 'recipient_limit', email: isKnown ? recipient : null },
  ]
}
