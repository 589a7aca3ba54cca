import { find as findBusiness, listMembers } from '#api/business/businesses/repository.ts'
import { enqueueMails } from '#api/mail/enqueue-mail.ts'
import { type Transaction, transaction } from '#api/platform/db/transaction.ts'
import type { Context } from '#api/providers/context.ts'
import { type FailingEndpoint, takeFailing } from './endpoint-repository.ts'

const dayLong = 86_400_000

/** Tells the admins of each host that has been failing for a day, and has been called since: at most once a day. */
export async function reportFailingEndpoints(context: Context): Promise<void> {
  const now = context.now()
  await transaction(context.db, async (tx) => {
    const failing = await takeFailing(tx, new Date(now.getTime() - dayLong), now)
    for (const endpoint of failing) await mailAdmins(context, tx, endpoint)
  })
}

async function mailAdmins(context: Context, tx: Transaction, endpoint: FailingEndpoint): Promise<void> {
  const { businessId, host, failingSince, username, description } = endpoint
  const business = await findBusiness(tx, businessId)
  if (!business) return
  const admins = (await listMembers(tx, businessId)).filter(({ role }) => role === 'admin')
  const apiUser = description || username
  const input = { business: business.name, apiUser, host, since: failingSince.toISOString() }
  await enqueueMails(
    context,
    tx,
    admins.map(({ email, language }) => ({
      kind: 'callbacks_failing' as const,
      recipient: email,
      language,
      input,
    })),
  )
}
