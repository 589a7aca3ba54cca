import type { ProvenRow } from '#api/platform/db/tables.ts'
import type { Context } from '#api/providers/context.ts'
import type { Reader, Transaction } from '#api/platform/db/transaction.ts'
import { type Evidence, type Failure, type Identification, running } from '../identification.ts'
import { type Keys, encryptJson, encryptText } from '../encrypted-rows-repository.ts'

/** What the provider answered to the order. False where it was given up, or started by another call, in the meantime. */
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
      ident_url_encrypted: encryptText(keys, started.url, `identifications/${id}/url`),
      page_expires_at: started.expiresAt,
      poll_after: started.askAt,
    })
    .where('id', '=', id)
    .where('reference', 'is', null)
    .where('status', 'in', running)
    .executeTakeFirst()
  return saved.numUpdatedRows === 1n
}

/** Notes that it is asked after now. False where someone else has just done so. */
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

export interface ProgressUpdate {
  readonly status: Identification['status']
  readonly failure: Failure | null
  readonly evidence: Evidence | null
  readonly validUntil: Date | null
  readonly now: Date
}

export async function saveMoved(
  keys: Keys,
  tx: Transaction,
  id: string,
  moved: ProgressUpdate,
): Promise<void> {
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
            evidence_encrypted: encryptJson(keys, moved.evidence, `identifications/${id}/evidence`),
            proven: JSON.stringify(provenOf(moved.evidence)),
          }
        : {}),
      // Nothing is left to do at the provider: its page is not kept.
      ...(isOver ? { finished_at: moved.now, ident_url_encrypted: null, poll_after: null } : {}),
      valid_until: moved.validUntil,
    })
    .where('id', '=', id)
    .execute()
}

function provenOf(evidence: Evidence): ProvenRow {
  const { givenName, surname, country, mobile, approvalSerialNumber, level, evidenceId, identifiedAt } =
    evidence
  return { givenName, surname, country, mobile, approvalSerialNumber, level, evidenceId, identifiedAt }
}
