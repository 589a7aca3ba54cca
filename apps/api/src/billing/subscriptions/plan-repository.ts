import type { Selectable } from 'kysely'
import type { BillingTables, CurrencyRow, CycleRow, PlanNameRow } from '#api/platform/db/billing-tables.ts'
import type { Reader } from '#api/platform/db/transaction.ts'

export type PlanRow = Selectable<BillingTables['plans']>

export function listPlans(db: Reader): Promise<PlanRow[]> {
  return db.selectFrom('plans').selectAll().orderBy('position').execute()
}

export async function findPlan(db: Reader, name: PlanNameRow): Promise<PlanRow | null> {
  const row = await db.selectFrom('plans').selectAll().where('name', '=', name).executeTakeFirst()
  return row ?? null
}

export function listOwnPrices(
  db: Reader,
): Promise<{ plan: PlanNameRow; cycle: CycleRow; currency: CurrencyRow; amount: number }[]> {
  return db.selectFrom('plan_prices').selectAll().execute()
}

export async function isPriced(
  db: Reader,
  of: { readonly plan: PlanNameRow; readonly cycle: CycleRow; readonly currency: CurrencyRow },
): Promise<boolean> {
  const row = await db
    .selectFrom('plan_prices')
    .select('amount')
    .where('plan', '=', of.plan)
    .where('cycle', '=', of.cycle)
    .where('currency', '=', of.currency)
    .executeTakeFirst()
  return row !== undefined
}
