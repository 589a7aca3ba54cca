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

export interface IntegrationSigner {
  readonly signatureId: string
  readonly identityReference: string | null
}

/** By signature. */
export type KnownSigners = ReadonlyMap<
  string,
  { readonly identityReference: string | null; readonly linkDisclosedAt: Date | null }
>

/** Of these signatures those of which an API user said something, or was given the link. */
export async function findSigners(db: Reader, signatureIds: readonly string[]): Promise<KnownSigners> {
  if (signatureIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('integration_signers')
    .selectAll()
    .where('signature_id', 'in', signatureIds)
    .execute()
  return new Map(
    rows.map((row) => [
      row.signature_id,
      { identityReference: row.identity_reference, linkDisclosedAt: row.link_disclosed_at },
    ]),
  )
}

export async function saveReferences(tx: Transaction, signers: readonly IntegrationSigner[]): Promise<void> {
  if (signers.length === 0) return
  await tx
    .insertInto('integration_signers')
    .values(
      signers.map(({ signatureId, identityReference }) => ({
        signature_id: signatureId,
        identity_reference: identityReference,
      })),
    )
    .onConflict((conflict) =>
      conflict
        .column('signature_id')
        .doUpdateSet((eb) => ({ identity_reference: eb.ref('excluded.identity_reference') })),
    )
    .execute()
}

/** Of these signatures those whose link was not given out before; now it is. */
export async function markDisclosed(
  tx: Transaction,
  signatureIds: readonly string[],
  at: Date,
): Promise<string[]> {
  if (signatureIds.length === 0) return []
  const rows = await tx
    .insertInto('integration_signers')
    .values(signatureIds.map((signature_id) => ({ signature_id, link_disclosed_at: at })))
    .onConflict((conflict) =>
      conflict
        .column('signature_id')
        .doUpdateSet({ link_disclosed_at: at })
        .where('integration_signers.link_disclosed_at', 'is', null),
    )
    .returning('signature_id')
    .execute()
  return rows.map(({ signature_id }) => signature_id)
}
