import { toE164 } from '@countersign/contract/e164.ts'
import type { Legislation } from '@countersign/contract/values.ts'
import type { ProvenRow } from '#api/platform/db/tables.ts'
import type { Reader } from '#api/platform/db/transaction.ts'
import { holderKey } from '../identification.ts'
import { findGuestEmail } from './open-requests-repository.ts'
import { type Keys, toIdentification } from '../encrypted-rows-repository.ts'
import { isOtherNumber, mobileOf } from '../progress/progress.ts'

export interface VerifiedIdentification extends ProvenRow {
  readonly identificationId: string
  readonly legislation: Legislation
  readonly validUntil: Date
  readonly termsAccepted: boolean
}

/** An account’s that succeeded and whose means of approval is the same, the newest first. */
export async function listProvenOfAccount(db: Reader, accountId: string): Promise<VerifiedIdentification[]> {
  const rows = await successes(db)
    .innerJoin('accounts as a', 'a.id', 'i.account_id')
    .select(['a.mobile', 'a.trust_service_terms_accepted_at as terms'])
    .where('i.account_id', '=', accountId)
    .where('a.deleted_at', 'is', null)
    .execute()
  return rows.flatMap((row) =>
    isOtherNumber(row.proven?.mobile ?? null, toE164(row.mobile ?? '')) ? [] : toProven(row, row.terms),
  )
}

/** Those a guest made for this signature, as long as it is theirs. */
export async function listProvenOfGuest(
  db: Reader,
  guest: { readonly requestId: string; readonly signatureId: string; readonly memberId: string | null },
): Promise<VerifiedIdentification[]> {
  const email = await findGuestEmail(db, guest)
  if (email === null) return []
  const rows = await successes(db)
    .select('i.terms_accepted_at as terms')
    .where('i.holder', '=', holderKey({ kind: 'guest', ...guest, email }))
    .execute()
  return rows.flatMap((row) => toProven(row, row.terms))
}

/**
 * The number that a guest gave when they were identified for this signature, where none was proved: an account has one of
 * its own, a guest has no other place for it. Null where nothing that counts at this time came of it.
 */
export async function findNumberOfGuest(
  keys: Keys,
  db: Reader,
  guest: { readonly requestId: string; readonly signatureId: string; readonly memberId: string | null },
  now: Date,
): Promise<string | null> {
  const email = await findGuestEmail(db, guest)
  if (email === null) return null
  const rows = await db
    .selectFrom('identifications')
    .selectAll()
    .where('holder', '=', holderKey({ kind: 'guest', ...guest, email }))
    .where('status', '=', 'success')
    .where('means_changed_at', 'is', null)
    .where('valid_until', '>', now)
    .orderBy('finished_at', 'desc')
    .orderBy('id')
    .execute()
  const given = rows
    .filter(({ proven }) => proven && proven.mobile === null)
    .map((row) => mobileOf(toIdentification(keys, row), null))
  return given.find((mobile) => mobile !== null) ?? null
}

/** What one has proved, and who found it. */
export async function findProven(db: Reader, id: string) {
  const row = await db
    .selectFrom('identifications')
    .select(['id', 'provider', 'method', 'legislation', 'proven', 'finished_at'])
    .where('id', '=', id)
    .executeTakeFirst()
  return row ?? null
}

function successes(db: Reader) {
  return db
    .selectFrom('identifications as i')
    .select(['i.id', 'i.legislation', 'i.proven', 'i.valid_until'])
    .where('i.status', '=', 'success')
    .where('i.means_changed_at', 'is', null)
    .orderBy('i.finished_at', 'desc')
    .orderBy('i.id')
}

interface Row {
  readonly id: string
  readonly legislation: Legislation
  readonly proven: ProvenRow | null
  readonly valid_until: Date | null
}

function toProven(
  { id, legislation, proven, valid_until }: Row,
  terms: Date | null,
): VerifiedIdentification[] {
  if (!proven || !valid_until) return []
  return [
    { ...proven, identificationId: id, legislation, validUntil: valid_until, termsAccepted: terms !== null },
  ]
}
