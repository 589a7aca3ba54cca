import type { Reader } from '#api/platform/db/transaction.ts'

export const trialDays = 14

/** A business's billing begins with its trial, when it is founded or when billing is first looked at. */
export async function ensureBilling(db: Reader, businessId: string, now: Date): Promise<void> {
  await db
    .insertInto('business_billing')
    .values({
      business_id: businessId,
      trial_ends_at: new Date(now.getTime() + trialDays * 86_400_000),
      seats_changed_at: now,
      next_sync_at: now,
    })
    .onConflict((conflict) => conflict.column('business_id').doNothing())
    .execute()
}
