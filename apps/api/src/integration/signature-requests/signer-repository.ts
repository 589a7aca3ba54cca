import type { RespelledAddress } from '#api/platform/values/email-spellings.ts'
import { sql } from 'kysely'
import type { Reader, Transaction } from '#api/platform/db/transaction.ts'

// Expressions over a row of `integration_signers`, i, and its signature, s. What a row from before migration 0088 is about can
// be told only where the signature has had one link and one email.

/** Was an API user given the link that the signer has now? */
export const isLinkDisclosed = `CASE WHEN i.disclosed_link_hash IS NOT NULL
    THEN i.disclosed_link_hash IS NOT DISTINCT FROM s.link_hash
    ELSE i.link_disclosed_at IS NOT NULL AND s.delegated_by IS NULL AND s.released_email IS NULL END`

/** A delegate is not the person whom the reference was given for. */
export const referenceOfSigner = `CASE
    WHEN i.reference_email = s.email OR i.reference_email IS NULL AND s.delegated_by IS NULL
    THEN i.identity_reference END`

export interface IntegrationSigner {
  readonly signatureId: string
  /** Whom the reference stands for. */
  readonly email: string
  readonly identityReference: string | null
}

/** By signature. */
export type KnownSigners = ReadonlyMap<
  string,
  { readonly identityReference: string | null; readonly isLinkDisclosed: boolean }
>

/** Of these signatures those of which an API user said something, or was given the link. */
export async function findSigners(db: Reader, signatureIds: readonly string[]): Promise<KnownSigners> {
  if (signatureIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('integration_signers as i')
    .innerJoin('signatures as s', 's.id', 'i.signature_id')
    .select('i.signature_id')
    .select(sql.raw<string | null>(referenceOfSigner).as('identityReference'))
    .select(sql.raw<boolean>(isLinkDisclosed).as('isLinkDisclosed'))
    .where('i.signature_id', 'in', signatureIds)
    .execute()
  return new Map(rows.map(({ signature_id, ...signer }) => [signature_id, signer]))
}

export async function saveReferences(tx: Transaction, signers: readonly IntegrationSigner[]): Promise<void> {
  if (signers.length === 0) return
  await tx
    .insertInto('integration_signers')
    .values(
      signers.map(({ signatureId, email, identityReference }) => ({
        signature_id: signatureId,
        identity_reference: identityReference,
        reference_email: email,
      })),
    )
    .onConflict((conflict) =>
      conflict.column('signature_id').doUpdateSet((eb) => ({
        identity_reference: eb.ref('excluded.identity_reference'),
        reference_email: eb.ref('excluded.reference_email'),
      })),
    )
    .execute()
}

export interface SignerLink {
  readonly signatureId: string
  readonly linkHash: Buffer
}

/** Of these signatures those whose link was not given out before; now it is. */
export async function markDisclosed(
  tx: Transaction,
  links: readonly SignerLink[],
  at: Date,
): Promise<string[]> {
  if (links.length === 0) return []
  const rows = await tx
    .insertInto('integration_signers')
    .values(
      links.map(({ signatureId, linkHash }) => ({
        signature_id: signatureId,
        link_disclosed_at: at,
        disclosed_link_hash: linkHash,
      })),
    )
    .onConflict((conflict) =>
      conflict
        .column('signature_id')
        .doUpdateSet((eb) => ({
          link_disclosed_at: at,
          disclosed_link_hash: eb.ref('excluded.disclosed_link_hash'),
        }))
        .whereRef(
          'integration_signers.disclosed_link_hash',
          'is distinct from',
          'excluded.disclosed_link_hash',
        ),
    )
    .returning('signature_id')
    .execute()
  return rows.map(({ signature_id }) => signature_id)
}

export async function respell(
  tx: Transaction,
  requestId: string,
  { from, to }: RespelledAddress,
): Promise<void> {
  await tx
    .updateTable('integration_signers')
    .set({ reference_email: to })
    .where('reference_email', '=', from)
    .where('signature_id', 'in', (eb) =>
      eb.selectFrom('signatures').select('id').where('request_id', '=', requestId),
    )
    .execute()
}
