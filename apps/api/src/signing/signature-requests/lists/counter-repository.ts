import { sql } from 'kysely'
import type { Transaction } from '#api/platform/db/transaction.ts'

const accountsAtOnce = 2000

/**
 * Makes one line of the many that an account's changes have left, for each of its states. What is added meanwhile is not
 * seen and stays for the next time. True where there may be more accounts to do it for.
 */
export async function rollUpSome(tx: Transaction): Promise<boolean> {
  const { rows } = await sql<{ accounts: number }>`
    WITH due AS (
      SELECT DISTINCT account_id FROM request_tallies WHERE NOT folded LIMIT ${accountsAtOnce}
    ), taken AS (
      DELETE FROM request_tallies t USING due WHERE t.account_id = due.account_id RETURNING t.*
    ), kept AS (
      INSERT INTO request_tallies (account_id, is_owner, status, amount, folded)
      SELECT account_id, is_owner, status, sum(amount), true FROM taken
      GROUP BY account_id, is_owner, status HAVING sum(amount) <> 0
    )
    SELECT count(*)::int AS accounts FROM due`.execute(tx)
  return rows[0]?.accounts === accountsAtOnce
}
