import type { CommandContext } from '#api/business/businesses/command.ts'
import { listOpenBefore, listRefundsDue } from '#api/billing/subscriptions/orders/order-repository.ts'
import { listProblems } from '#api/billing/subscriptions/sync/problem-repository.ts'
import { listUnprocessedBefore } from '#api/billing/subscriptions/sync/event-repository.ts'
import { countUnreported } from '#api/billing/usage/report-repository.ts'
import { counted } from '#api/platform/values/counted.ts'

const minute = 60_000
// More than that are of one cause.
const most = 1000

/** What the jobs should have done by now, and what they found that they cannot mend. */
export async function listOverdue({ db, now }: Pick<CommandContext, 'db' | 'now'>): Promise<string[]> {
  const before = (minutes: number) => new Date(now().getTime() - minutes * minute)
  const [orders, refunds, problems, webhooks, unreported] = await Promise.all([
    listOpenBefore(db, before(5), most),
    listRefundsDue(db, most),
    listProblems(db),
    listUnprocessedBefore(db, before(10), most),
    countUnreported(db, before(60)),
  ])
  return [
    ...orders.map(
      ({ accountId, businessId, createdAt, id, kind, provider }) =>
        `order ${id} (${kind}, ${provider}) of ${businessId ? `business ${businessId}` : `account ${accountId}`}: open since ${createdAt.toISOString()}`,
    ),
    ...refunds.map(
      ({ accountId, customerId, createdAt, id, provider }) =>
        `order ${id} (${provider}, customer ${customerId}) of account ${accountId}: paid for on ${createdAt.toISOString()}, but there was no business to have the plan: return the payment, then run business refunded ${id}`,
    ),
    ...problems.map(
      ({ businessId, details, foundAt, kind }) =>
        `business ${businessId}: ${kind} since ${foundAt.toISOString()} ${JSON.stringify(details)}`,
    ),
    ...webhooks.map(
      ({ id, provider, receivedAt, type }) =>
        `webhook ${id} (${type}, ${provider}): not processed since ${receivedAt.toISOString()}`,
    ),
    ...unreported.map(
      ({ businessId, count, oldest }) =>
        `business ${businessId}: ${counted(count, 'signature')} beyond the included not charged, the oldest of ${oldest.toISOString()}`,
    ),
  ]
}
