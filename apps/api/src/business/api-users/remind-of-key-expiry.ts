import { find as findBusiness, listMembers } from '#api/business/businesses/repository.ts'
import { enqueueMails } from '#api/mail/enqueue-mail.ts'
import { type Transaction, transaction } from '#api/platform/db/transaction.ts'
import type { Context } from '#api/providers/context.ts'
import { type ExpiringKey, takeExpiring } from './repository.ts'

const daysAhead = 14

/** The job that tells admins, once for each key, that it expires within two weeks. */
export async function remindOfKeyExpiry(context: Context): Promise<void> {
  const now = context.now()
  const until = new Date(now.getTime() + daysAhead * 86_400_000)
  await transaction(context.db, async (tx) => {
    for (const key of await takeExpiring(tx, { now, until })) await mailAdmins(context, tx, key)
  })
}

async function mailAdmins(context: Context, tx: Transaction, key: ExpiringKey): Promise<void> {
  const business = await findBusiness(tx, key.businessId)
  if (!business) return
  const admins = (await listMembers(tx, key.businessId)).filter(({ role }) => role === 'admin')
  const apiUser = key.description || key.username
  const input = { business: business.name, apiUser, expiresAt: key.expiresAt.toISOString() }
  await enqueueMails(
    context,
    tx,
    admins.map(({ email, language }) => ({
      kind: 'api_key_expires' as const,
      recipient: email,
      language,
      input,
    })),
  )
}
