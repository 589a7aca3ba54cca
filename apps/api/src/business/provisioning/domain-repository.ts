import { sql } from 'kysely'
import type { Reader } from '#api/platform/db/transaction.ts'

/** Domains of people of the business, as their emails have them, in letters of other alphabets. */
export async function listSpelledDomains(db: Reader, businessId: string): Promise<string[]> {
  const { rows } = await sql<{ domain: string }>`
    SELECT DISTINCT split_part(email, '@', 2) AS domain FROM (
      SELECT email FROM provisioned_users WHERE business_id = ${businessId}
      UNION ALL
      SELECT a.email FROM business_members m JOIN accounts a ON a.id = m.account_id WHERE m.business_id = ${businessId}
    ) people WHERE split_part(email, '@', 2) ~ '[^\\x01-\\x7f]'`.execute(db)
  return rows.map(({ domain }) => domain)
}
