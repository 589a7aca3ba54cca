import type { Reader, Transaction } from '#api/platform/db/transaction.ts'

/** The newest version of a document in a signed request. */
export interface ArchivedDocument {
  readonly requestId: string
  readonly documentId: string
  readonly versionId: string
  readonly sha256: string
}

/** Those nobody has looked at yet, from one document on. */
export async function listUnseen(db: Reader, after: string, limit: number): Promise<ArchivedDocument[]> {
  return signedDocuments(db)
    .where('a.version_id', 'is', null)
    .where('rd.document_id', '>', after)
    .orderBy('rd.document_id')
    .limit(limit)
    .execute()
}

export async function countDueRequests(db: Reader, before: Date): Promise<number> {
  const { count } = await signedDocuments(db)
    .clearSelect()
    .select((eb) => eb.fn.count<string>('rd.request_id').distinct().as('count'))
    .where('a.weakens_at', '<', before)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/**
 * The requests whose documents are to be renewed: those that were never tried, then those tried longest ago, soonest first. What
 * can't be renewed would otherwise be the soonest for ever.
 */
export async function listDueRequests(
  db: Reader,
  { before, triedBefore }: { readonly before: Date; readonly triedBefore: Date },
  limit: number,
): Promise<string[]> {
  const due = await signedDocuments(db)
    .clearSelect()
    .select((eb) => [
      'rd.request_id as requestId',
      eb.fn.min('a.weakens_at').as('soonest'),
      eb.fn.max('a.tried_at').as('triedAt'),
    ])
    .where('a.weakens_at', '<', before)
    .groupBy('rd.request_id')
    .having((eb) =>
      eb.or([eb(eb.fn.max('a.tried_at'), 'is', null), eb(eb.fn.max('a.tried_at'), '<', triedBefore)]),
    )
    .orderBy('triedAt', (order) => order.asc().nullsFirst())
    .orderBy('soonest')
    .limit(limit)
    .execute()
  return due.map(({ requestId }) => requestId)
}

export interface DueDocument extends ArchivedDocument {
  readonly weakensAt: Date
}

export async function listDueDocuments(db: Reader, requestId: string, before: Date): Promise<DueDocument[]> {
  const due = await signedDocuments(db)
    .select('a.weakens_at as weakensAt')
    .where('rd.request_id', '=', requestId)
    .where('a.weakens_at', '<', before)
    .orderBy('rd.position')
    .execute()
  return due.flatMap(({ weakensAt, ...document }) => (weakensAt ? [{ ...document, weakensAt }] : []))
}

/** Notes that renewing these versions is tried. */
export async function noteTry(db: Reader, versionIds: readonly string[], at: Date): Promise<void> {
  if (versionIds.length === 0) return
  await db
    .updateTable('archive_timestamps')
    .set({ tried_at: at })
    .where('version_id', 'in', versionIds)
    .execute()
}

/** Notes until when a version is protected. What is noted twice is noted once. */
export async function note(
  db: Reader | Transaction,
  versionId: string,
  weakensAt: Date | null,
): Promise<void> {
  await db
    .insertInto('archive_timestamps')
    .values({ version_id: versionId, weakens_at: weakensAt })
    .onConflict((conflict) => conflict.column('version_id').doNothing())
    .execute()
}

function signedDocuments(db: Reader) {
  return db
    .selectFrom('request_documents as rd')
    .innerJoin('signature_requests as r', 'r.id', 'rd.request_id')
    .innerJoin('documents as d', 'd.id', 'rd.version_id')
    .leftJoin('archive_timestamps as a', 'a.version_id', 'rd.version_id')
    .where('r.status', '=', 'SIGNED')
    .where('d.content_deleted_at', 'is', null)
    .select([
      'rd.request_id as requestId',
      'rd.document_id as documentId',
      'rd.version_id as versionId',
      'd.sha256',
    ])
}
