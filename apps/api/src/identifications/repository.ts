import type { Selectable } from 'kysely'
import type { Context } from '#api/context.ts'
import type { ProvenRow, Tables } from '#api/db/tables.ts'
import type { Reader, Transaction } from '#api/db/transaction.ts'
import { open, seal } from '#api/secrets/secret-box.ts'
import {
  type Evidence,
  type Failure,
  type GivenPerson,
  type Holder,
  holderKey,
  type Identification,
  type Legislation,
  type Method,
  type ProviderName,
} from './identification.ts'

type Row = Selectable<Tables['identifications']>
export type Keys = Pick<Context, 'masterKey'>

const running = ['initialized', 'inprogress', 'review'] as const

/** All of one person’s, the newest first. */
export async function listOf(keys: Keys, db: Reader, holder: Holder): Promise<Identification[]> {
  const rows = await db
    .selectFrom('identifications')
    .selectAll()
    .where('holder', '=', holderKey(holder))
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
  return rows.map((row) => toIdentification(keys, row))
}

export async function find(keys: Keys, db: Reader, id: string): Promise<Identification | null> {
  const row = await db.selectFrom('identifications').selectAll().where('id', '=', id).executeTakeFirst()
  return row ? toIdentification(keys, row) : null
}

/** The same; nobody else moves it until the transaction is over. */
export async function lock(keys: Keys, tx: Transaction, id: string): Promise<Identification | null> {
  const row = await tx
    .selectFrom('identifications')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return row ? toIdentification(keys, row) : null
}

export async function findByReference(
  keys: Keys,
  db: Reader,
  provider: ProviderName,
  reference: string,
): Promise<Identification | null> {
  const row = await db
    .selectFrom('identifications')
    .selectAll()
    .where('provider', '=', provider)
    .where('reference', '=', reference)
    .executeTakeFirst()
  return row ? toIdentification(keys, row) : null
}

export interface NewIdentification {
  readonly holder: Holder
  readonly language: Identification['language']
  readonly legislation: Legislation
  readonly method: Method
  readonly provider: ProviderName
  readonly returnUrl: string
  readonly person: GivenPerson
  readonly paidBy: string | null
  readonly askAt: Date
  readonly now: Date
}

/** Null where the person has one that runs: the unique index decides, so that of two at once one is added. */
export async function insert(
  keys: Keys,
  tx: Transaction,
  given: NewIdentification,
): Promise<Identification | null> {
  const id = crypto.randomUUID()
  const { holder, now } = given
  const guest = holder.kind === 'guest' ? holder : null
  const row = await tx
    .insertInto('identifications')
    .values({
      id,
      account_id: holder.kind === 'account' ? holder.accountId : null,
      request_id: guest?.requestId ?? null,
      signature_id: guest?.signatureId ?? null,
      member_id: guest?.memberId ?? null,
      email: holder.email,
      holder: holderKey(holder),
      language: given.language,
      legislation: given.legislation,
      method: given.method,
      provider: given.provider,
      return_url: given.returnUrl,
      person_sealed: sealJson(keys, given.person, `identifications/${id}/person`),
      paid_by: given.paidBy,
      // Where the process dies before the order has gone out.
      poll_after: given.askAt,
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) =>
      conflict.columns(['holder', 'legislation']).where('status', 'in', running).doNothing(),
    )
    .returningAll()
    .executeTakeFirst()
  return row ? toIdentification(keys, row) : null
}

/** What the provider answered to the order. False where it was given up in the meantime. */
export async function saveStarted(
  keys: Keys,
  tx: Transaction,
  id: string,
  started: {
    readonly reference: string
    readonly url: string
    readonly expiresAt: Date
    readonly askAt: Date
  },
): Promise<boolean> {
  const saved = await tx
    .updateTable('identifications')
    .set({
      reference: started.reference,
      ident_url_sealed: sealText(keys, started.url, `identifications/${id}/url`),
      page_expires_at: started.expiresAt,
      poll_after: started.askAt,
    })
    .where('id', '=', id)
    .where('status', 'in', running)
    .executeTakeFirst()
  return saved.numUpdatedRows === 1n
}

/** One that no provider knows of. */
export async function removeUnstarted(tx: Transaction, id: string): Promise<void> {
  await tx.deleteFrom('identifications').where('id', '=', id).where('reference', 'is', null).execute()
}

/** Notes that it is asked after now. False where somebody else has just done so. */
export async function takeAsk(
  db: Context['db'],
  one: Identification,
  { now, askAt }: { readonly now: Date; readonly askAt: Date },
): Promise<boolean> {
  const taken = await db
    .updateTable('identifications')
    .set({ polled_at: now, polls: one.polls + 1, poll_after: askAt })
    .where('id', '=', one.id)
    .where('polled_at', 'is not distinct from', one.polledAt)
    .where('status', 'in', running)
    .executeTakeFirst()
  return taken.numUpdatedRows === 1n
}

/** Those whose turn it is to be asked after; also those whose order nobody knows to have arrived. */
export async function listDue(db: Reader, now: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('identifications')
    .select('id')
    .where('status', 'in', running)
    .where('poll_after', '<=', now)
    .orderBy('poll_after')
    .limit(100)
    .execute()
  return rows.map(({ id }) => id)
}

export interface Moved {
  readonly status: Identification['status']
  readonly failure: Failure | null
  readonly evidence: Evidence | null
  readonly validUntil: Date | null
  readonly now: Date
}

export async function saveMoved(keys: Keys, tx: Transaction, id: string, moved: Moved): Promise<void> {
  const isOver = moved.status === 'success' || moved.status === 'failure'
  await tx
    .updateTable('identifications')
    .set({
      status: moved.status,
      failure_code: moved.failure?.code ?? null,
      is_retryable: moved.failure?.isRetryable ?? false,
      updated_at: moved.now,
      ...(moved.evidence
        ? {
            evidence_sealed: sealJson(keys, moved.evidence, `identifications/${id}/evidence`),
            proven: JSON.stringify(provenOf(moved.evidence)),
          }
        : {}),
      // Nothing is left to do at the provider: its page is not kept.
      ...(isOver ? { finished_at: moved.now, ident_url_sealed: null, poll_after: null } : {}),
      valid_until: moved.validUntil,
    })
    .where('id', '=', id)
    .execute()
}

export async function acceptTerms(tx: Transaction, id: string, at: Date): Promise<void> {
  await tx.updateTable('identifications').set({ terms_accepted_at: at }).where('id', '=', id).execute()
}

/** The ids of those it was new for. */
export async function markMeansChanged(
  tx: Transaction,
  of: { readonly holder: string; readonly legislation: Legislation | null; readonly at: Date },
): Promise<string[]> {
  const rows = await tx
    .updateTable('identifications')
    .set({ means_changed_at: of.at, updated_at: of.at })
    .where('holder', '=', of.holder)
    .$if(of.legislation !== null, (query) => query.where('legislation', '=', of.legislation))
    .where('status', '=', 'success')
    .where('means_changed_at', 'is', null)
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

export async function removeOfAccount(
  tx: Transaction,
  accountId: string,
): Promise<Pick<Identification, 'id' | 'provider' | 'reference'>[]> {
  return tx
    .deleteFrom('identifications')
    .where('account_id', '=', accountId)
    .returning(['id', 'provider', 'reference'])
    .execute()
}

/** Accounts’ successes that end before then, and of whose end not all was told. */
export async function listEnding(db: Reader, before: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('identifications')
    .select('id')
    .where('status', '=', 'success')
    .where('account_id', 'is not', null)
    .where('valid_until', '<=', before)
    .where((eb) => eb.or([eb('told_days', 'is', null), eb('told_days', '>', 0)]))
    .orderBy('valid_until')
    .limit(1000)
    .execute()
  return rows.map(({ id }) => id)
}

/** False where that was told already. */
export async function noteTold(tx: Transaction, id: string, days: number): Promise<boolean> {
  const noted = await tx
    .updateTable('identifications')
    .set({ told_days: days })
    .where('id', '=', id)
    .where((eb) => eb.or([eb('told_days', 'is', null), eb('told_days', '>', days)]))
    .executeTakeFirst()
  return noted.numUpdatedRows === 1n
}

/** Has the account another success, under the same law or under any, that counts for longer? */
export async function hasLonger(
  tx: Transaction,
  one: Identification,
  { underSameLaw }: { readonly underSameLaw: boolean },
): Promise<boolean> {
  const row = await tx
    .selectFrom('identifications')
    .select('id')
    .where('holder', '=', holderKey(one.holder))
    .where('id', '<>', one.id)
    .where('status', '=', 'success')
    .where('means_changed_at', 'is', null)
    .where('valid_until', '>', one.validUntil)
    .$if(underSameLaw, (query) => query.where('legislation', '=', one.legislation))
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

function provenOf(evidence: Evidence): ProvenRow {
  const { givenName, surname, country, mobile, approvalSerialNumber, level } = evidence
  return { givenName, surname, country, mobile, approvalSerialNumber, level }
}

export async function remove(tx: Transaction, id: string): Promise<void> {
  await tx.deleteFrom('identifications').where('id', '=', id).execute()
}

function toIdentification(keys: Keys, row: Row): Identification {
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

function sealText({ masterKey }: Keys, text: string, place: string): Buffer {
  return Buffer.from(seal(masterKey, Buffer.from(text), place))
}

function sealJson(keys: Keys, value: object, place: string): Buffer {
  return sealText(keys, JSON.stringify(value), place)
}

function openText({ masterKey }: Keys, sealed: Buffer, place: string): string {
  return Buffer.from(open(masterKey, sealed, place)).toString()
}

function openJson(keys: Keys, sealed: Buffer, place: string): unknown {
  return JSON.parse(openText(keys, sealed, place))
}
