import { mailBusinessAdmins } from '#api/business/members/mail-business-admins.ts'
import { type Transaction, transaction } from '#api/platform/db/transaction.ts'
import type { Context } from '#api/providers/context.ts'
import { type ExpiringKey, takeExpiring } from './repository.ts'

const daysAhead = 14

/** The job that tells admins, once for each key, that it expires within two weeks. */
export async function remindOfKeyExpiry(context: Context): Promise<void> {
  const now = context.now()
  const until = new Date(now.getTime() + daysAhead * 86_400_000)
  await transaction(context.db, async (tx) => {
    for (const key of await takeExpiring(tx, { now, until })) await remind(context, tx, key)
  })
}

function remind(context: Context, tx: Transaction, key: ExpiringKey): Promise<void> {
  const apiUser = key.description || key.username
  return mailBusinessAdmins(context, tx, key.businessId, (business) => ({
    kind: 'api_key_expires',
    input: { business, apiUser, expiresAt: key.expiresAt.toISOString() },
  }))
}
