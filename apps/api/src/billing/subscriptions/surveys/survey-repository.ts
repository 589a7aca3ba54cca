import type { Insertable } from 'kysely'
import type { Tables } from '#api/platform/db/tables.ts'
import type { Reader, Transaction } from '#api/platform/db/transaction.ts'

export async function insertSurvey(
  tx: Transaction,
  survey: Insertable<Tables['billing_surveys']>,
): Promise<void> {
  await tx.insertInto('billing_surveys').values(survey).execute()
}

/** With the names of their businesses, the newest first. */
export function listSurveys(db: Reader, since: Date | null) {
  return db
    .selectFrom('billing_surveys as s')
    .innerJoin('businesses as b', 'b.id', 's.business_id')
    .select(['b.name', 's.about', 's.rating', 's.reason', 's.comment', 's.at'])
    .$if(since !== null, (query) => query.where('s.at', '>=', since ?? new Date(0)))
    .orderBy('s.at', 'desc')
    .orderBy('s.id')
    .execute()
}
