import { findCreatedAt } from '#api/identity/accounts/lookup-repository.ts'
import type { Context } from '#api/providers/context.ts'
import type { Transaction } from '#api/platform/db/transaction.ts'
import { Refusal } from '#api/platform/refusal.ts'
import { type Count, countTogether } from '#api/identity/throttles/count-within.ts'

// An email about a request carries the sender's words to anybody's mailbox, from the operator's own domain. So nobody
// fills one mailbox, and nobody reaches many people from an account made a minute ago.

const hour = 3600
const day = 86_400
/** An account counts as new for so long (milliseconds). */
const newFor = 7 * day * 1000
/** All new accounts together send one mailbox this share of what a single other sender may. */
const shareOfNewSenders = 1 / 3

/**
 * Counts emails that an account causes, in the transaction that writes them down, and refuses them all where one is too
 * many. The rows outlive the process; a refused or rolled back transaction counts nothing.
 */
export async function limitEmails(
  context: Context,
  tx: Transaction,
  senderId: string,
  recipients: readonly string[],
): Promise<void> {
  if (recipients.length === 0) return
  const { emailsPerRecipient, newSenderEmails } = context.config
  const each = new Map<string, number>()
  for (const email of recipients) each.set(email, (each.get(email) ?? 0) + 1)
  const toEach = (start: string): Count[] =>
    [...each].map(([email, by]) => ({ key: `${start}:${email}`, by }))
  await refuseOver(context, tx, toEach(`emails:${senderId}`), { most: emailsPerRecipient, seconds: hour })
  if (!(await isNewSender(context, tx, senderId))) return
  await refuseOver(context, tx, toEach('emails:new-senders'), {
    most: Math.ceil(emailsPerRecipient * shareOfNewSenders),
    seconds: hour,
  })
  const all = [{ key: `emails:${senderId}`, by: recipients.length }]
  await refuseOver(context, tx, all, { most: newSenderEmails, seconds: day })
}

/** Refuses what a new account could not send within a day, before any of it is sent. */
export async function refuseBeyondNewSender(
  context: Context,
  tx: Transaction,
  senderId: string,
  wanted: number,
): Promise<void> {
  if (wanted > context.config.newSenderEmails && (await isNewSender(context, tx, senderId)))
    throw new Refusal('email.limit_reached', { retryAfter: day })
}

async function isNewSender(context: Context, tx: Transaction, accountId: string): Promise<boolean> {
  const createdAt = await findCreatedAt(tx, accountId)
  return createdAt !== null && context.now().getTime() - createdAt.getTime() < newFor
}

async function refuseOver(
  context: Context,
  tx: Transaction,
  counts: readonly Count[],
  limit: { readonly most: number; readonly seconds: number },
): Promise<void> {
  const now = context.now()
  const since = new Date(now.getTime() - limit.seconds * 1000)
  const counted = await countTogether(tx, counts, { now, since })
  const over = counted.filter(({ count }) => count > limit.most)
  if (over.length === 0) return
  const last = Math.max(...over.map((row) => row.startedAt.getTime()))
  const wait = Math.ceil((last + limit.seconds * 1000 - now.getTime()) / 1000)
  throw new Refusal('email.limit_reached', { retryAfter: Math.max(1, wait) })
}
