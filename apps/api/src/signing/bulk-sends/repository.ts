import type { AddressColumn } from '#api/platform/db/conversion/address-column.ts'
import { sql } from 'kysely'
import type { EventActor } from '#api/platform/db/tables.ts'
import type { Reader, Transaction } from '#api/platform/db/transaction.ts'
import type { Template } from '#api/signing/templates/template.ts'
import type { CheckedRow, RowContent, RowProblem } from './check-rows.ts'
import type { ColumnNames } from './column-names.ts'

export interface NewSend {
  readonly id: string
  readonly ownerId: string
  readonly template: Template
  readonly actor: EventActor
  readonly createdAt: Date
  readonly rows: readonly CheckedRow[]
  readonly columns: readonly ColumnNames[]
}

export async function insert(tx: Transaction, send: NewSend): Promise<void> {
  await tx
    .insertInto('bulk_sends')
    .values({
      id: send.id,
      owner_id: send.ownerId,
      template_id: send.template.id,
      template_name: send.template.name,
      actor: JSON.stringify(send.actor),
      template: JSON.stringify(send.template),
      created_at: send.createdAt,
      columns: JSON.stringify(send.columns),
    })
    .execute()
  // As one value: a thousand rows are more than a statement has room for parameters.
  await sql`
    INSERT INTO bulk_send_rows (send_id, row, state, content, problems)
    SELECT ${send.id}::uuid, given.row,
      CASE WHEN given.problems = '[]' THEN 'pending' ELSE 'refused' END, given.content, given.problems
    FROM jsonb_to_recordset(${JSON.stringify(send.rows.map(keptOf))}::jsonb) AS given (row int, content jsonb, problems jsonb)`.execute(
    tx,
  )
}

/** Of a row that isn’t sent, the report says who it was for. */
function keptOf(row: CheckedRow): CheckedRow {
  if (row.problems.length === 0) return row
  const signers = row.content.signers.map((signer) => ({ ...signer, values: {} }))
  return { ...row, content: { ...row.content, message: '', signers } }
}

export interface NewBulkSend {
  readonly id: string
  readonly ownerId: string
  readonly actor: EventActor
  /** As it was when the list was uploaded. */
  readonly template: Template
  readonly columns: readonly ColumnNames[]
}

export async function find(db: Reader, id: string): Promise<NewBulkSend | null> {
  const row = await db.selectFrom('bulk_sends').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) return null
  return {
    id: row.id,
    ownerId: row.owner_id,
    actor: row.actor,
    template: row.template as Template,
    columns: (row.columns ?? []) as ColumnNames[],
  }
}

export interface WaitingRow {
  readonly row: number
  readonly content: RowContent
}

/** The next row that may be sent now and that nobody else is sending. */
export async function takeNext(tx: Transaction, sendId: string, now: Date): Promise<WaitingRow | null> {
  const found = await tx
    .selectFrom('bulk_send_rows')
    .select(['row', 'content'])
    .where('send_id', '=', sendId)
    .where('state', '=', 'pending')
    .where((eb) => eb.or([eb('waits_until', 'is', null), eb('waits_until', '<=', now)]))
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('bulk_sends').select('id').where('id', '=', sendId).where('cancelled_at', 'is', null),
      ),
    )
    .orderBy('row')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  return found ? { row: found.row, content: found.content as RowContent } : null
}

/** A row’s message and what its fields would be prefilled with are kept for its request alone. */
const reported = sql<string>`jsonb_set(content, '{signers}', coalesce((SELECT jsonb_agg(signer - 'values' ORDER BY place)
  FROM jsonb_array_elements(content -> 'signers') WITH ORDINALITY AS signers (signer, place)), '[]')) || '{"message": ""}'`

/** What is done waits for nothing. */
const noWait = { waits_until: null, wait_reason: null, wait_email: null }

export async function markSent(
  tx: Transaction,
  sendId: string,
  row: number,
  { requestId, at }: { readonly requestId: string; readonly at: Date },
): Promise<void> {
  await tx
    .updateTable('bulk_send_rows')
    // Its message and values are in the request now, and go with that.
    .set({ state: 'sent', request_id: requestId, done_at: at, content: reported, ...noWait })
    .where('send_id', '=', sendId)
    .where('row', '=', row)
    .execute()
}

export async function markRefused(
  tx: Transaction,
  sendId: string,
  row: number,
  { problems, at }: { readonly problems: readonly RowProblem[]; readonly at: Date },
): Promise<void> {
  await tx
    .updateTable('bulk_send_rows')
    .set({
      state: 'refused',
      problems: JSON.stringify(problems),
      done_at: at,
      content: reported,
      ...noWait,
    })
    .where('send_id', '=', sendId)
    .where('row', '=', row)
    .where('state', '=', 'pending')
    .execute()
}

/** Counts a try that came to nothing; answers how many there were. */
export async function countFailure(tx: Transaction, sendId: string, row: number): Promise<number> {
  const counted = await tx
    .updateTable('bulk_send_rows')
    .set((eb) => ({ failures: eb('failures', '+', 1) }))
    .where('send_id', '=', sendId)
    .where('row', '=', row)
    .where('state', '=', 'pending')
    .returning('failures')
    .executeTakeFirst()
  return counted?.failures ?? 0
}

/** From now on no row of it is taken up. Its own transaction: until it is over, others continue. */
export async function stop(tx: Transaction, sendId: string, at: Date): Promise<void> {
  await tx
    .updateTable('bulk_sends')
    .set({ cancelled_at: at })
    .where('id', '=', sendId)
    .where('cancelled_at', 'is', null)
    .execute()
}

/** Of one that is stopped: the rows that are being sent just now are waited for, the others are not sent. */
export async function cancelRest(tx: Transaction, sendId: string, at: Date): Promise<void> {
  await tx
    .updateTable('bulk_send_rows')
    .set({ state: 'cancelled', done_at: at, content: reported, ...noWait })
    .where('send_id', '=', sendId)
    .where('state', '=', 'pending')
    .execute()
}

export async function isStopped(db: Reader, sendId: string): Promise<boolean> {
  const row = await db
    .selectFrom('bulk_sends')
    .select('cancelled_at')
    .where('id', '=', sendId)
    .executeTakeFirst()
  return !row || row.cancelled_at !== null
}

/** Do rows wait for this template? */
export async function isBeingSent(db: Reader, templateId: string): Promise<boolean> {
  return (await running(db, 'template_id', templateId)) > 0
}

/** How many of someone's sends are under way. */
export function countRunning(db: Reader, ownerId: string): Promise<number> {
  return running(db, 'owner_id', ownerId)
}

async function running(db: Reader, column: 'template_id' | 'owner_id', id: string): Promise<number> {
  const row = await db
    .selectFrom('bulk_sends as t')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where(`t.${column}`, '=', id)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('bulk_send_rows as r')
          .select('r.row')
          .whereRef('r.send_id', '=', 't.id')
          .where('r.state', '=', 'pending'),
      ),
    )
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

/** Of a row whose request is gone, or what that was about, only that it was sent is kept. */
export async function forgetContent(tx: Transaction, requestId: string): Promise<void> {
  await tx
    .updateTable('bulk_send_rows')
    .set({ content: JSON.stringify({ title: '', message: '', signers: [] } satisfies RowContent) })
    .where('request_id', '=', requestId)
    .execute()
}

// A run deletes no more than this; the next night continues.
const purgedPerRun = 1000

/** Removes sends whose last row was done before then. Answers how many. */
export async function purge(db: Reader, before: Date): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('bulk_sends')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('bulk_sends as s')
        .select('s.id')
        .where('s.created_at', '<', before)
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('bulk_send_rows as r')
                .select('r.row')
                .whereRef('r.send_id', '=', 's.id')
                .where((row) => row.or([row('r.state', '=', 'pending'), row('r.done_at', '>=', before)])),
            ),
          ),
        )
        .orderBy('s.created_at')
        .limit(purgedPerRun),
    )
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/**
 * Those that were made or taken over since then are another account's. What waits is not sent any longer: nobody of them asked for it.
 * Its rows end here and not with the job, which may wait for a limit for hours. None is being sent: that holds the account's lock.
 */
export async function changeOwner(
  tx: Transaction,
  given: { readonly from: string; readonly to: string; readonly since: Date; readonly at: Date },
): Promise<void> {
  const transferred = await tx
    .updateTable('bulk_sends')
    .set((eb) => ({
      owner_id: given.to,
      owned_since: given.at,
      cancelled_at: eb
        .case()
        .when(
          eb.exists(
            eb
              .selectFrom('bulk_send_rows as r')
              .select('r.row')
              .whereRef('r.send_id', '=', 'bulk_sends.id')
              .where('r.state', '=', 'pending'),
          ),
        )
        .then(eb.fn.coalesce('cancelled_at', eb.val(given.at)))
        .else(eb.ref('cancelled_at'))
        .end(),
    }))
    .where('owner_id', '=', given.from)
    .where((eb) => eb(eb.fn.coalesce('owned_since', 'created_at'), '>=', given.since))
    .returning('id')
    .execute()
  for (const { id } of transferred) await cancelRest(tx, id, given.at)
}

export async function removeAll(tx: Transaction, ownerId: string): Promise<void> {
  await tx.deleteFrom('bulk_sends').where('owner_id', '=', ownerId).execute()
}

/** Kept in their canonical form. */
export const addressColumns: readonly AddressColumn[] = [
  { table: 'bulk_sends', update: sql`UPDATE bulk_sends`, column: 'template', members: ['observers'] },
  { table: 'bulk_send_rows', update: sql`UPDATE bulk_send_rows`, column: 'content', members: ['email'] },
  { table: 'bulk_send_rows', update: sql`UPDATE bulk_send_rows`, column: 'wait_email' },
]
