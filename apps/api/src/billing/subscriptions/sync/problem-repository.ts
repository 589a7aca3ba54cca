import type { Reader, Transaction } from '#api/platform/db/transaction.ts'

export interface BillingProblem {
  readonly businessId: string
  readonly kind: string
  readonly details: object
  readonly foundAt: Date
}

/** Written down once, as it was first found. */
export async function noteProblem(
  tx: Transaction,
  businessId: string,
  { kind, details, at }: { readonly kind: string; readonly details: object; readonly at: Date },
): Promise<void> {
  await tx
    .insertInto('billing_problems')
    .values({ business_id: businessId, kind, details: JSON.stringify(details), found_at: at })
    .onConflict((conflict) =>
      conflict.columns(['business_id', 'kind']).doUpdateSet({ details: JSON.stringify(details) }),
    )
    .execute()
}

export async function clearProblem(tx: Transaction, businessId: string, kind: string): Promise<void> {
  await tx
    .deleteFrom('billing_problems')
    .where('business_id', '=', businessId)
    .where('kind', '=', kind)
    .execute()
}

export async function listProblems(db: Reader): Promise<BillingProblem[]> {
  const rows = await db.selectFrom('billing_problems').selectAll().orderBy('found_at').execute()
  return rows.map(({ business_id, found_at, kind, details }) => ({
    businessId: business_id,
    kind,
    details,
    foundAt: found_at,
  }))
}
