import type pg from 'pg'

/** Members of the business, besides its admin. */
const members = 200

/**
 * One business with `size` signatures of two hundred members over three years, a tenth as many identity checks,
 * administrative actions, and requests as in the counters. The latest event was a minute ago.
 */
export async function fillActivity(client: pg.ClientBase, adminId: string, size: number): Promise<string> {
  const { rows } = await client.query<{ id: string }>(
    `INSERT INTO businesses (name, email) VALUES ('Large AG', 'large@example.org') RETURNING id`,
  )
  const id = rows[0]?.id ?? ''
  await client.query(
    `INSERT INTO business_members (business_id, account_id, role) VALUES ($1, $2, 'admin')`,
    [id, adminId],
  )
  await client.query(
    `WITH made AS (INSERT INTO accounts (email, first_name, last_name)
      SELECT 'member' || n || '@large.example', 'Member', 'Number ' || n FROM generate_series(1, ${members}) n RETURNING id)
    INSERT INTO business_members (business_id, account_id, role) SELECT $1, id, 'member' FROM made`,
    [id],
  )
  await client.query(`CREATE TEMP TABLE people AS SELECT m.account_id AS id, a.email, a.first_name || ' ' || a.last_name AS name,
      row_number() OVER (ORDER BY m.account_id) AS k
    FROM business_members m JOIN accounts a ON a.id = m.account_id WHERE m.business_id = '${id}'`)
  const indexes = await dropIndexes(client)
  // Oldest first, as time brings them.
  await client.query(
    `INSERT INTO activities (business_id, kind, at, action, dimension, initiator_id, initiator_name, initiator_email,
      person_name, person_surname, person_email, person_type, request_id, title, legislation)
    SELECT $1, 'signature', now() - interval '1 minute' - (interval '3 years' / $2::int) * ($2::int - n),
      CASE WHEN n % 50 = 0 THEN 'SEALED' ELSE 'SIGNED' END,
      CASE WHEN n % 50 = 0 THEN 'SEAL_AES' WHEN n % 20000 = 1 THEN 'PART11' ELSE (ARRAY['SES', 'SES', 'SES', 'AES', 'QES'])[1 + n % 5] END,
      p.id, p.name, p.email, 'Signer', 'Number ' || n % 5000, 'signer' || n % 5000 || '@example.net', 'external',
      gen_random_uuid(), (ARRAY['Contract ', 'Rental contract ', 'Contract of sale '])[1 + n % 3] || n
        || CASE WHEN n % 20000 = 0 THEN ' zeppelin' WHEN n % 300 = 0 THEN ' amendment' ELSE '' END, 'ZERTES'
    FROM generate_series(1, $2::int) n JOIN people p ON p.k = 1 + abs(hashint4(n)::bigint) % ${members} ORDER BY n`,
    [id, size],
  )
  await client.query(
    `INSERT INTO activities (business_id, kind, at, action, dimension, person_id, person_name, person_email, person_type, legislation, method, covered)
    SELECT $1, 'identification', now() - interval '1 minute' - (interval '3 years' / $2::int) * ($2::int - n),
      (ARRAY['STARTED', 'SUCCEEDED', 'STARTED', 'FAILED'])[1 + n % 4], (ARRAY['ZERTES', 'EIDAS'])[1 + n / 2 % 2],
      p.id, p.name, p.email, 'member', (ARRAY['ZERTES', 'EIDAS'])[1 + n / 2 % 2], 'video', true
    FROM generate_series(1, $2::int) n JOIN people p ON p.k = 1 + n % ${members} ORDER BY n`,
    [id, size / 10],
  )
  await client.query(
    `INSERT INTO activities (business_id, kind, at, action, initiator_id, initiator_name, initiator_email, person_name, person_email)
    SELECT $1, 'account', now() - interval '1 minute' - (interval '3 years' / $2::int) * ($2::int - n),
      (ARRAY['INVITED', 'JOINED', 'MADE_ADMIN', 'LEFT'])[1 + n % 4], p.id, p.name, p.email,
      'Person Number ' || n, 'person' || n || '@large.example'
    FROM generate_series(1, $2::int) n JOIN people p ON p.k = 1 ORDER BY n`,
    [id, size / 50],
  )
  // Half as many requests as signatures, which took from a minute to weeks.
  await client.query(
    `INSERT INTO activity_changes (business_id, kind, day, action, dimension, initiator_id, amount)
    SELECT $1, 'request', (now() - (interval '3 years' / $2::int) * ($2::int - n))::date,
      CASE WHEN n % 2 = 0 THEN 'SENT' WHEN n % 9 = 0 THEN 'EXPIRED' ELSE 'COMPLETED' END,
      CASE WHEN n % 2 = 1 AND n % 9 <> 0 THEN seconds_bucket(make_interval(secs => 60 + abs(hashint4(n)::bigint) % 2000000)) ELSE '' END,
      p.id, 1
    FROM generate_series(1, $2::int) n JOIN people p ON p.k = 1 + abs(hashint4(n)::bigint) % ${members}`,
    [id, size],
  )
  for (const index of indexes) await client.query(index)
  return id
}

/** Indexes are made at once when the rows are there: what they are is asked of the database itself. */
async function dropIndexes(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `SELECT indexname AS name, indexdef AS definition FROM pg_indexes
    WHERE tablename = 'activities' AND indexname NOT LIKE '%pkey'`,
  )
  for (const { name } of rows) await client.query(`DROP INDEX ${name}`)
  return rows.map(({ definition }) => definition)
}
