import type pg from 'pg'

export interface KnownPerson {
  readonly email: string
  readonly name: string | null
}

/** So many requests are looked through, from the newest: whom one wrote to before those is found by typing it out. */
const requestsLookedThrough = 1000
const suggestedAtMost = 8

/**
 * Who was asked to sign or let in by the account, and whose requests it was given to see. Of anyone who looks on no name is
 * known: that an email has an account is not told. One prepared statement; the requests come from the index in their
 * order.
 */
const text = `
  WITH recent AS (
    SELECT request_id, is_owner, owner_email, updated_at FROM request_access
    WHERE account_id = $1::uuid ORDER BY updated_at DESC, request_id DESC LIMIT ${requestsLookedThrough}
  ), people AS (
    SELECT s.email, nullif(trim(concat_ws(' ', s.first_name, s.last_name)), '') AS name, recent.updated_at
    FROM recent JOIN signatures s ON s.request_id = recent.request_id WHERE recent.is_owner AND s.email <> ''
    UNION ALL
    SELECT m.email, m.name, recent.updated_at
    FROM recent JOIN signature_members m ON m.request_id = recent.request_id WHERE recent.is_owner
    UNION ALL
    SELECT w.email, NULL, recent.updated_at
    FROM recent JOIN observers w ON w.request_id = recent.request_id WHERE recent.is_owner
    UNION ALL
    SELECT o.email, nullif(trim(o.first_name || ' ' || o.last_name), ''), recent.updated_at
    FROM recent JOIN signature_requests r ON r.id = recent.request_id
    JOIN accounts o ON o.id = r.owner_id AND o.deleted_at IS NULL WHERE NOT recent.is_owner
  )
  SELECT email, (array_agg(name ORDER BY updated_at DESC) FILTER (WHERE name IS NOT NULL))[1] AS name
  FROM people
  WHERE email <> $2::text AND (starts_with(email, lower($3::text))
    OR strpos(' ' || lower(name), ' ' || lower($3::text)) > 0
    OR strpos(' ' || lower(translate(name, '-', ' ')), ' ' || lower($3::text)) > 0
    OR strpos(' ' || base_letters(translate(name, '-', ' ')), ' ' || lower($3::text)) > 0)
  GROUP BY email ORDER BY max(updated_at) DESC, email LIMIT ${suggestedAtMost}`

export async function listKnownPeople(
  pool: pg.Pool,
  account: { readonly accountId: string; readonly email: string },
  input: string,
): Promise<KnownPerson[]> {
  const values = [account.accountId, account.email, input]
  const { rows } = await pool.query<KnownPerson>({ name: 'known-people', text, values })
  return rows.map(({ email, name }) => ({ email, name }))
}
