import { sql } from 'kysely'
import type { EncryptedColumn } from '#api/platform/secrets/encrypted-column-repository.ts'
import type { Selectable } from 'kysely'
import type { Context } from '#api/providers/context.ts'
import type { Tables } from '#api/platform/db/tables.ts'
import { decrypt, encrypt } from '#api/platform/secrets/secret-box.ts'
import type { Evidence, Failure, PersonDetails, Holder, Identification } from './identification.ts'

type Row = Selectable<Tables['identifications']>

export type Keys = Pick<Context, 'masterKey'>

export function toIdentification(keys: Keys, row: Row): Identification {
  const { id } = row
  const code = row.failure_code as Failure['code'] | null
  return {
    id,
    holder: toHolder(row),
    language: row.language as Identification['language'],
    legislation: row.legislation,
    method: row.method,
    provider: row.provider,
    reference: row.reference,
    identUrl:
      row.ident_url_encrypted && decryptText(keys, row.ident_url_encrypted, `identifications/${id}/url`),
    returnUrl: row.return_url,
    pageExpiresAt: row.page_expires_at,
    status: row.status,
    failure: code && { code, isRetryable: row.is_retryable },
    person: decryptJson(keys, row.person_encrypted, `identifications/${id}/person`) as PersonDetails,
    evidence:
      row.evidence_encrypted &&
      (decryptJson(keys, row.evidence_encrypted, `identifications/${id}/evidence`) as Evidence),
    termsAcceptedAt: row.terms_accepted_at,
    meansChangedAt: row.means_changed_at,
    paidBy: row.paid_by,
    createdAt: row.created_at,
    finishedAt: row.finished_at,
    validUntil: row.valid_until,
    polledAt: row.polled_at,
    polls: row.polls,
  }
}

function toHolder(row: Row): Holder {
  const { account_id, request_id, signature_id, member_id, email } = row
  if (account_id !== null) return { kind: 'account', accountId: account_id, email }
  if (request_id === null || signature_id === null) throw new Error('an identification is nobody’s')
  return { kind: 'guest', requestId: request_id, signatureId: signature_id, memberId: member_id, email }
}

export function encryptText({ masterKey }: Keys, text: string, place: string): Buffer {
  return Buffer.from(encrypt(masterKey, Buffer.from(text), place))
}

export function encryptJson(keys: Keys, value: object, place: string): Buffer {
  return encryptText(keys, JSON.stringify(value), place)
}

function decryptText({ masterKey }: Keys, encrypted: Buffer, place: string): string {
  return Buffer.from(decrypt(masterKey, encrypted, place)).toString()
}

function decryptJson(keys: Keys, encrypted: Buffer, place: string): unknown {
  return JSON.parse(decryptText(keys, encrypted, place))
}

export const encryptedColumns: readonly EncryptedColumn[] = (['url', 'person', 'evidence'] as const).map(
  (what) => ({
    table: 'identifications',
    update: sql`UPDATE identifications`,
    key: 'id',
    column: what === 'url' ? 'ident_url_encrypted' : `${what}_encrypted`,
    context: (id) => `identifications/${id}/${what}`,
  }),
)
