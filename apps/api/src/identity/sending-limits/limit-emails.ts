import { findSenderSince } from '#api/identity/accounts/lookup-repository.ts'
import type { Context } from '#api/providers/context.ts'
import type { Reader, Transaction } from '#api/platform/db/transaction.ts'
import { Refusal } from '#api/platform/refusal.ts'
import { type Count, countTogether } from '#api/identity/throttles/count-within.ts'
import { type EmailLimit, EmailLimitReached } from './email-limit-reached.ts'

// An email about a request carries the sender's words to anybody's mailbox, from the operator's own domain. So nobody
// fills one mailbox, and nobody reaches many people from an account made a minute ago.

const hour = 3600
const day = 86_400
/** An account, or the business of an API user, counts as new for so long (milliseconds). */
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
  const toEach = (start: string): EmailCount[] =>
    [...each].map(([recipient, by]) => ({ key: `${start}:${recipient}`, by, recipient }))
  await refuseOver(context, tx, toEach(`emails:${senderId}`), {
    most: emailsPerRecipient,
    seconds: hour,
    isLasting: true,
  })
  if (!(await isNewSender(context, tx, senderId))) return
  await refuseOver(context, tx, toEach('emails:new-senders'), {
    most: newSendersShare(emailsPerRecipient),
    seconds: hour,
  })
  const all = [{ key: `emails:${senderId}`, by: recipients.length, recipient: null }]
  await refuseOver(context, tx, all, { most: newSenderEmails, seconds: day })
}

const newSendersShare = (most: number) => Math.ceil(most * shareOfNewSenders)

/** How many emails a sender may cause to one mailbox within an hour. */
export async function emailsPerHour(context: Context, db: Reader, senderId: string): Promise<number> {
  const { emailsPerRecipient } = context.config
  return (await isNewSender(context, db, senderId)) ? newSendersShare(emailsPerRecipient) : emailsPerRecipient
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

async function isNewSender(context: Context, db: Reader, accountId: string): Promise<boolean> {
  const since = await findSenderSince(db, accountId)
  return since !== null && context.now().getTime() - since.getTime() < newFor
}

interface EmailCount extends Count {
  /** The mailbox that it is about; null: all of the sender's emails. */
  readonly recipient: string | null
}

interface Limit {
  readonly most: number
  readonly seconds: number
  /** It doesn't end with the sender's first days. */
  readonly isLasting?: boolean
}

async function refuseOver(
  context: Context,
  tx: Transaction,
  counts: readonly EmailCount[],
  { most, seconds, isLasting = false }: Limit,
): Promise<void> {
  const now = context.now()
  const since = new Date(now.getTime() - seconds * 1000)
  const counted = await countTogether(tx, counts, { now, since })
  const given = new Map(counts.map((count) => [count.key, count]))
  const over = counted.flatMap(({ key, count, startedAt }): EmailLimit[] => {
    const about = given.get(key)
    if (!about || count <= most) return []
    const { recipient, by } = about
    const until = new Date(startedAt.getTime() + seconds * 1000)
    return [{ recipient, until, isBeyond: isLasting && by > most }]
  })
  if (over.length > 0) throw new EmailLimitReached(over, now)
}
