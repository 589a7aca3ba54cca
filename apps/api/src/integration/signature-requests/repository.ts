import type { Reader, Transaction } from '#api/platform/db/transaction.ts'
import type { IntegrationRequest } from './integration-request.ts'

export async function insert(tx: Transaction, given: IntegrationRequest): Promise<void> {
  await tx
    .insertInto('integration_requests')
    .values({
      request_id: given.requestId,
      api_user_id: given.apiUserId,
      api_version: given.apiVersion,
      is_seal: given.isSeal,
      creator_id: given.creatorId,
      ...columns(given),
    })
    .execute()
}

export async function save(tx: Transaction, given: IntegrationRequest): Promise<void> {
  await tx
    .updateTable('integration_requests')
    .set(columns(given))
    .where('request_id', '=', given.requestId)
    .execute()
}

/** Serialises the callbacks of a request; nothing to serialise, where it was deleted. */
export async function lockForUpdate(tx: Transaction, requestId: string): Promise<void> {
  await tx
    .selectFrom('integration_requests')
    .select('request_id')
    .where('request_id', '=', requestId)
    .forUpdate()
    .execute()
}

const columns = ({ custom, callbacks }: IntegrationRequest) => ({
  custom,
  callback_success_url: callbacks.success,
  callback_error_url: callbacks.error,
  callback_update_url: callbacks.update,
})

/** Those of these requests that an API user made. */
export async function findAll(
  db: Reader,
  requestIds: readonly string[],
): Promise<Map<string, IntegrationRequest>> {
  if (requestIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('integration_requests')
    .selectAll()
    .where('request_id', 'in', requestIds)
    .execute()
  return new Map(
    rows.map((row) => [
      row.request_id,
      {
        requestId: row.request_id,
        apiUserId: row.api_user_id,
        apiVersion: row.api_version,
        custom: row.custom,
        creatorId: row.creator_id,
        isSeal: row.is_seal,
        callbacks: {
          success: row.callback_success_url,
          error: row.callback_error_url,
          update: row.callback_update_url,
        },
      },
    ]),
  )
}
