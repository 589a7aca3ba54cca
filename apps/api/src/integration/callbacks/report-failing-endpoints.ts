import { mailBusinessAdmins } from '#api/business/members/mail-business-admins.ts'
import { type Transaction, transaction } from '#api/platform/db/transaction.ts'
import type { Context } from '#api/providers/context.ts'
import { type FailingEndpoint, takeFailing } from './endpoint-repository.ts'

const dayLong = 86_400_000

/** Tells the admins of each host that has been failing for a day, and has been called since: at most once a day. */
export async function reportFailingEndpoints(context: Context): Promise<void> {
  const now = context.now()
  await transaction(context.db, async (tx) => {
    const failing = await takeFailing(tx, new Date(now.getTime() - dayLong), now)
    for (const endpoint of failing) await report(context, tx, endpoint)
  })
}

function report(context: Context, tx: Transaction, endpoint: FailingEndpoint): Promise<void> {
  const { businessId, host, failingSince, username, description } = endpoint
  const apiUser = description || username
  return mailBusinessAdmins(context, tx, businessId, (business) => ({
    kind: 'callbacks_failing',
    input: { business, apiUser, host, since: failingSince.toISOString() },
  }))
}
