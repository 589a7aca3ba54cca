import type { Selectable } from 'kysely'
import type { Context } from '#api/providers/context.ts'
import type { Tables } from '#api/platform/db/tables.ts'
import { open, seal } from '#api/platform/secrets/secret-box.ts'
import type { Evidence, Failure, GivenPerson, Holder, Identification } from './identification.ts'

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
    identUrl: row.ident_url_sealed && openText(keys, row.ident_url_sealed, `identifications/${id}/url`),
    returnUrl: row.return_url,
    pageExpiresAt: row.page_expires_at,
    status: row.status,
    failure: code && { code, isRetryable: row.is_retryable },
    person: openJson(keys, row.person_sealed, `identifications/${id}/person`) as GivenPerson,
    evidence:
      row.evidence_sealed &&
      (openJson(keys, row.evidence_sealed, `identifications/${id}/evidence`) as Evidence),
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

export function sealText({ masterKey }: Keys, text: string, place: string): Buffer {
  return Buffer.from(seal(masterKey, Buffer.from(text), place))
}

export function sealJson(keys: Keys, value: object, place: string): Buffer {
  return sealText(keys, JSON.stringify(value), place)
}

function openText({ masterKey }: Keys, sealed: Buffer, place: string): string {
  return Buffer.from(open(masterKey, sealed, place)).toString()
}

function openJson(keys: Keys, sealed: Buffer, place: string): unknown {
  return JSON.parse(openText(keys, sealed, place))
}
