import { lockRowForNoKeyUpdate } from './lock-repository.ts'
import { type CompiledQuery, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { beingTransferred } from '#api/platform/db/being-transferred.ts'
import { nothing, together } from '#api/platform/db/pipelining.ts'
import { prepared } from '#api/platform/db/statements/prepared.ts'
import type { Reader, Transaction } from '#api/platform/db/transaction.ts'
import { saveDocuments, saveEditors, savePlaces, saveSignatures } from './contents-repository.ts'
import { saveMembers } from './signers/members-repository.ts'
import { type RequestRow, toRequest } from './row.ts'
import { shownOwner } from './shown-owner.ts'
import type { SignatureRequest } from './signature-request.ts'
import { summaryOf } from './lists/summary.ts'

/** One statement: the request with its documents and signatures. */
export async function find(db: Reader, id: string): Promise<SignatureRequest | null> {
  const { rows } = await db.executeQuery(statementFor(db, id))
  const [row] = rows
  return row ? toRequest(row as RequestRow) : null
}

/** Stands for the request in the statement that is compiled once: only the id differs, and compiling is most of the work. */
const anyRequest = '00000000-0000-0000-0000-000000000000'
let statement: CompiledQuery | undefined

function statementFor(db: Reader, id: string): CompiledQuery {
  statement ??= requestRows(db).where('r.id', '=', anyRequest).compile()
  return {
    ...statement,
    parameters: statement.parameters.map((value) => (value === anyRequest ? id : value)),
  }
}

/** The same of several, in the order of their ids; those that are gone are left out. */
export async function findAll(db: Reader, ids: readonly string[]): Promise<SignatureRequest[]> {
  if (ids.length === 0) return []
  const rows = await requestRows(db)
    .where('r.id', '=', sql<string>`ANY(${ids}::uuid[])`)
    .execute()
  const found = new Map(rows.map((row) => [row.id, toRequest(row as unknown as RequestRow)]))
  return ids.flatMap((id) => found.get(id) ?? [])
}

function requestRows(db: Reader) {
  return db
    .selectFrom('signature_requests as r')
    .innerJoin('accounts as o', 'o.id', 'r.owner_id')
    .modifyFront(prepared)
    .select([
      'r.id',
      'r.owner_id',
      'r.title',
      'r.message',
      'r.quality',
      'r.legislation',
      'r.status',
      'r.version',
    ])
    .select(['r.expires_at', 'r.created_at', 'r.updated_at', 'r.initiated_at', 'r.completed_at'])
    .select(['r.corrected_at', 'r.withdraw_message', 'r.mail_attachments'])
    .select(['o.language as owner_language'])
    .select((eb) => [
      sql.raw<string>(shownOwner.email).as('owner_email'),
      sql.raw<string>(shownOwner.name).as('owner_name'),
      jsonArrayFrom(
        eb
          .selectFrom('request_documents as rd')
          .innerJoin('documents as d', 'd.id', 'rd.document_id')
          .innerJoin('documents as v', 'v.id', 'rd.version_id')
          .whereRef('rd.request_id', '=', 'r.id')
          .select(['d.id', 'rd.version_id', 'd.name', 'v.size', 'd.pages', 'd.signature_fields'])
          .select(['d.form_fields', 'd.form_problem'])
          .orderBy('rd.position'),
      ).as('documents'),
      jsonArrayFrom(
        eb
          .selectFrom('signatures as s')
          .whereRef('s.request_id', '=', 'r.id')
          .selectAll('s')
          .select((inner) => [
            jsonArrayFrom(
              inner
                .selectFrom('signature_places as p')
                .whereRef('p.signature_id', '=', 's.id')
                .select([
                  'p.document_id',
                  'p.place',
                  'p.places',
                  'p.form_field',
                  'p.fields',
                  'p.signed_values',
                ]),
            ).as('places'),
            jsonArrayFrom(
              inner
                .selectFrom('signings as g')
                .whereRef('g.signature_id', '=', 's.id')
                .leftJoin('approvals as a', 'a.id', 'g.approval_id')
                .select(['g.status', 'g.quality', 'g.error', 'g.created_at', 'g.member_id'])
                .select(['g.approval_id', 'a.status as approval_status'])
                .orderBy('g.created_at', 'desc')
                .limit(1),
            ).as('signings'),
            // Looked for where there is a group, so that a request without any costs no more.
            inner
              .case()
              .when('s.group_id', 'is not', null)
              .then(
                jsonArrayFrom(
                  inner
                    .selectFrom('signature_members as m')
                    .whereRef('m.signature_id', '=', 's.id')
                    .selectAll('m')
                    .orderBy('m.position'),
                ),
              )
              .end()
              .as('members'),
          ])
          .orderBy('s.position'),
      ).as('signatures'),
      // Hardly ever is there any: whom the job that moves them makes the owner.
      jsonArrayFrom(
        eb
          .selectFrom('ownership_transfers as g')
          .innerJoin('accounts as h', 'h.id', 'g.to_id')
          .whereRef('g.account_id', '=', 'r.owner_id')
          .where(sql<boolean>`${sql.raw(beingTransferred('r'))}`)
          .select(['h.id', 'h.email', 'h.language', 'h.first_name', 'h.last_name'])
          .orderBy('g.until', 'desc')
          .limit(1),
      ).as('transfers'),
      jsonArrayFrom(
        eb.selectFrom('departures as l').whereRef('l.request_id', '=', 'r.id').select('l.account_id'),
      ).as('departures'),
      // For as long as they belong to the owner's business.
      jsonArrayFrom(
        eb
          .selectFrom('request_editors as e')
          .innerJoin('accounts as ea', 'ea.id', 'e.account_id')
          .innerJoin('business_members as em', 'em.account_id', 'e.account_id')
          .innerJoin('business_members as om', 'om.business_id', 'em.business_id')
          .whereRef('e.request_id', '=', 'r.id')
          .whereRef('om.account_id', '=', 'r.owner_id')
          .where('ea.deleted_at', 'is', null)
          .select(['e.account_id', 'ea.email'])
          .orderBy('ea.email'),
      ).as('editors'),
      jsonArrayFrom(
        eb
          .selectFrom('observers as w')
          .whereRef('w.request_id', '=', 'r.id')
          .select(['w.id', 'w.email', 'w.account_id', 'w.language', 'w.invited_by'])
          .orderBy('w.created_at')
          .orderBy('w.email'),
      ).as('observers'),
      jsonArrayFrom(
        eb
          .selectFrom('attachments as f')
          .whereRef('f.request_id', '=', 'r.id')
          .selectAll('f')
          .orderBy('f.created_at')
          .orderBy('f.id'),
      ).as('attachments'),
      jsonArrayFrom(
        eb
          .selectFrom('retentions as t')
          .whereRef('t.request_id', '=', 'r.id')
          .select(['t.days', 't.from_terminal_state', 't.delete_at', 't.deleted_at']),
      ).as('retentions'),
    ])
}

/** The same as `find`, locked. */
export async function lockForNoKeyUpdate(tx: Transaction, id: string): Promise<SignatureRequest | null> {
  const [isThere, request] = await together([lockRowForNoKeyUpdate(tx, id), find(tx, id)])
  return isThere ? request : null
}

/** `templateId`: of the template that it is made from. */
export async function insert(
  tx: Transaction,
  request: SignatureRequest,
  templateId: string | null = null,
): Promise<void> {
  await tx
    .insertInto('signature_requests')
    .values({
      id: request.id,
      owner_id: request.owner.id,
      template_id: templateId,
      ...columns(request),
      created_at: request.createdAt,
    })
    .execute()
  await saveDocuments(tx, request)
  await saveSignatures(tx, request)
  await saveMembers(tx, request)
  await savePlaces(tx, request)
  if (request.editors?.length) await saveEditors(tx, request)
}

/**
 * Saves the request's own rows: what was locked as `before`, changed. Parts that are still the same are not written. False
 * where the version it was read at isn't the one that is there: then nothing of it may be committed.
 */
export async function save(
  tx: Transaction,
  before: SignatureRequest,
  request: SignatureRequest,
): Promise<boolean> {
  const saving = tx
    .updateTable('signature_requests')
    .set({
      ...columns(request),
      version: request.version + 1,
      // Another end is another countdown.
      ...(before.expiresAt?.getTime() === request.expiresAt?.getTime() ? {} : { reminded_before_days: null }),
    })
    .where('id', '=', request.id)
    .where('version', '=', request.version)
    .modifyEnd(prepared)
    .executeTakeFirst()
  const [saved] = await together([
    saving,
    request.editors === before.editors ? nothing : saveEditors(tx, request),
    request.documents === before.documents ? nothing : saveDocuments(tx, request, before),
    request.signatures === before.signatures ? nothing : saveSigners(tx, before, request),
  ])
  return saved.numUpdatedRows === 1n
}

async function saveSigners(
  tx: Transaction,
  before: SignatureRequest,
  request: SignatureRequest,
): Promise<void> {
  await saveSignatures(tx, request, before)
  await saveMembers(tx, request, before)
  if (!haveSamePlaces(before, request)) await savePlaces(tx, request)
}

/** Most changes leave them as they were read: then nothing is compared, however many there are. */
function haveSamePlaces(before: SignatureRequest, request: SignatureRequest): boolean {
  const known = new Map(before.signatures.map(({ id, documents }) => [id, documents]))
  return (
    request.signatures.length === before.signatures.length &&
    request.signatures.every(({ id, documents }) => {
      const had = known.get(id)
      return had === documents || JSON.stringify(had) === JSON.stringify(documents)
    })
  )
}

function columns(request: SignatureRequest) {
  return {
    title: request.title,
    message: request.message,
    quality: request.quality,
    legislation: request.legislation,
    status: request.status,
    expires_at: request.expiresAt,
    updated_at: request.updatedAt,
    initiated_at: request.initiatedAt,
    completed_at: request.completedAt,
    corrected_at: request.correctedAt,
    withdraw_message: request.withdrawMessage,
    mail_attachments: request.mailAttachments && JSON.stringify(request.mailAttachments),
    summary: JSON.stringify(summaryOf(request)),
  }
}
