import type { Transaction } from '#api/platform/db/transaction.ts'

export async function insertDeparture(
  tx: Transaction,
  requestId: string,
  accountId: string,
  at: Date,
): Promise<void> {
  await tx
    .insertInto('departures')
    .values({ request_id: requestId, account_id: accountId, left_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** They see the request again, whatever made them leave it. */
export async function removeDepartures(
  tx: Transaction,
  requestId: string,
  accountIds: readonly string[],
): Promise<void> {
  await tx
    .deleteFrom('departures')
    .where('request_id', '=', requestId)
    .where('account_id', 'in', accountIds)
    .execute()
}
