import { randomInt } from 'node:crypto'
import type { Reader, Transaction } from '#api/platform/db/transaction.ts'

// No letters and digits that look alike.
const letters = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'

/** The code of a business, made when it is first asked for. The caller has locked its billing. */
export async function ensureReferralCode(tx: Transaction, businessId: string): Promise<string> {
  const code = Array.from({ length: 8 }, () => letters[randomInt(letters.length)]).join('')
  const row = await tx
    .updateTable('business_billing')
    .set((eb) => ({ referral_code: eb.fn.coalesce('referral_code', eb.val(code)) }))
    .where('business_id', '=', businessId)
    .returning('referral_code')
    .executeTakeFirst()
  return row?.referral_code ?? code
}

export async function findByReferralCode(db: Reader, code: string): Promise<string | null> {
  const row = await db
    .selectFrom('business_billing as b')
    .innerJoin('businesses as o', 'o.id', 'b.business_id')
    .select('b.business_id')
    .where('b.referral_code', '=', code.trim().toUpperCase())
    .where('o.deleted_at', 'is', null)
    .executeTakeFirst()
  return row?.business_id ?? null
}

/** How many businesses bought a plan with the code of this one. */
export async function countReferred(db: Reader, businessId: string): Promise<number> {
  const row = await db
    .selectFrom('business_billing')
    .select((eb) => eb.fn.countAll<string>().as('n'))
    .where('referred_by', '=', businessId)
    .executeTakeFirstOrThrow()
  return Number(row.n)
}

export async function hasEverBought(db: Reader, businessId: string): Promise<boolean> {
  const row = await db
    .selectFrom('subscriptions')
    .select('id')
    .where('business_id', '=', businessId)
    .where('status', 'not in', ['incomplete', 'incomplete_expired'])
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
