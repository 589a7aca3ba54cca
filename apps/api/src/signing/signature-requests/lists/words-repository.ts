import { type RawBuilder, sql } from 'kysely'
import { prepared } from '#api/platform/db/statements/prepared.ts'
import { shownOwner } from '../shown-owner.ts'
import type { Reader, Transaction } from '#api/platform/db/transaction.ts'

/**
 * What a search for the request looks through, and who may find it; after who sees it is known. Most changes of a request
 * change nothing of this, and then nothing is written: the index over it is the dearest there is.
 */
export async function refreshWords(tx: Transaction, requestId: string): Promise<void> {
  await sql`
    INSERT ${prepared} INTO request_words AS kept (request_id, viewers, words)
    SELECT r.id, ARRAY(SELECT a.account_id FROM request_access a WHERE a.request_id = r.id ORDER BY a.account_id),
      lower(concat_ws(' ', normalize(r.title), ${sql.raw(shownOwner.email)}, ${sql.raw(shownOwner.name)},
        (SELECT string_agg(concat_ws(' ', s.email, s.first_name, s.last_name, s.group_name), ' ' ORDER BY s.position)
          FROM signatures s WHERE s.request_id = r.id),
        (SELECT string_agg(concat_ws(' ', m.email, m.name), ' ' ORDER BY m.email)
          FROM signature_members m WHERE m.request_id = r.id),
        (SELECT string_agg(w.email, ' ' ORDER BY w.email) FROM observers w WHERE w.request_id = r.id),
        (SELECT string_agg(d.name, ' ' ORDER BY rd.position)
          FROM request_documents rd JOIN documents d ON d.id = rd.document_id WHERE rd.request_id = r.id)))
    FROM signature_requests r JOIN accounts o ON o.id = r.owner_id
    WHERE r.id = ${requestId}
      AND NOT EXISTS (SELECT FROM retentions t WHERE t.request_id = r.id AND t.deleted_at IS NOT NULL)
    ON CONFLICT (request_id) DO UPDATE SET viewers = excluded.viewers, words = excluded.words
    WHERE kept.viewers <> excluded.viewers OR kept.words <> excluded.words`.execute(tx)
}

/** Nothing of it is found any longer. */
export async function removeWords(tx: Transaction, requestId: string): Promise<void> {
  await tx.deleteFrom('request_words').where('request_id', '=', requestId).execute()
}

/**
 * The lists show an owner's new address, and a search finds it besides the old one, which the requests that are over were
 * made with.
 */
export async function addOwnersAddress(tx: Transaction, accountId: string, email: string): Promise<void> {
  await sql`
    UPDATE request_access SET owner_email = ${email}
    WHERE request_id IN (SELECT request_id FROM request_access WHERE account_id = ${accountId} AND is_owner)
  `.execute(tx)
  // In front of the separator, without the base letters that followed it: the trigger adds those of both.
  await sql`
    UPDATE request_words SET words = split_part(words, chr(31), 1) || ' ' || ${email}
    WHERE request_id IN (SELECT request_id FROM request_access WHERE account_id = ${accountId} AND is_owner)`.execute(
    tx,
  )
}

/** Of the rows in one range of pages, those to which an earlier release gave no base letters, though they need them (migration 0117). */
const withoutBaseLetters = (range: RawBuilder<boolean>) => sql`${range} AND words ~ '[^\\x01-\\x7f]'
  AND position(chr(31) IN words) = 0 AND base_letters(words) <> words`

/**
 * Has the trigger add them in one range, but for rows that others have locked: waiting for them while holding some could end in a
 * deadlock.
 */
export async function addBaseLetters(tx: Transaction, range: RawBuilder<boolean>): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    WITH due AS (
      SELECT request_id FROM request_words WHERE ${withoutBaseLetters(range)} FOR NO KEY UPDATE SKIP LOCKED
    )
    UPDATE request_words w SET words = w.words FROM due WHERE w.request_id = due.request_id`.execute(tx)
  return Number(numAffectedRows)
}

export async function lacksBaseLetters(db: Reader, range: RawBuilder<boolean>): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    SELECT EXISTS (SELECT FROM request_words WHERE ${withoutBaseLetters(range)}) AS has`.execute(db)
  return rows[0]?.has === true
}
