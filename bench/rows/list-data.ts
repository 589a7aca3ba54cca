import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'

/** Whose lists are read: one with a great deal of everything there is, and one like most. */
export interface Readers {
  readonly large: string
  readonly usual: string
}

/** The running database, by what its server writes down: line 4 its port, line 5 the folder of its socket. */
export function connectionOf(data: string): pg.ClientConfig {
  const lines = readFileSync(join(data, 'pg18', 'postmaster.pid'), 'utf8').split('\n')
  return { host: lines[4], port: Number(lines[3]), user: 'countersign_owner', database: 'postgres' }
}

/** As a change of a request writes it, with two signers and a document. */
const summary = `'{"document_names": ["Contract.pdf"], "signature_count": 2, "signature_count_signed": 0, "signers": [
  {"email": "signer0@example.net", "status_code": "OPEN", "name": "Signer Zero"},
  {"email": "signer1@example.net", "status_code": "OPEN", "name": "Signer One"}]}'::jsonb`

const statuses = `(ARRAY['SIGNED', 'SIGNED', 'SIGNED', 'SIGNED', 'SIGNED', 'OPEN', 'OPEN', 'OPEN', 'DECLINED', 'DRAFT'])[1 + abs(hashint4(n)::bigint) % 10]`
/** One word that is everywhere, some that are now and then, and one that is hardly anywhere. */
const title = `(ARRAY['Contract ', 'Rental contract ', 'Contract of sale '])[1 + n % 3] || n
  || CASE WHEN n % 20000 = 0 THEN ' zeppelin' WHEN n % 300 = 0 THEN ' amendment' ELSE '' END`

/**
 * More requests, until there are so many, and a tenth as many people: each has one of the requests in ten, the large account
 * a tenth of all, and everybody is asked to sign some. What is over is in the past, what is open ends far in the future: no
 * job finds anything to do.
 */
export async function growTo(client: pg.Client, from: number, to: number, readers: Readers): Promise<void> {
  await client.query(
    `INSERT INTO accounts (email, first_name, last_name)
    SELECT 'person' || n || '@example.org', 'Person', 'Number ' || n FROM generate_series($1::int, $2::int) n`,
    [from / 10 + 1, to / 10],
  )
  await client.query('DROP TABLE IF EXISTS pg_temp.people')
  await client.query(
    `CREATE TEMP TABLE people AS SELECT id, email, substring(email FROM 'person(\\d+)@')::int AS k FROM accounts
    WHERE email LIKE 'person%'`,
  )
  await client.query('ANALYZE people')
  await client.query('DROP TABLE IF EXISTS pg_temp.made')
  await client.query(
    `CREATE TEMP TABLE made AS SELECT gen_random_uuid() AS id, n, ${statuses} AS status, ${title} AS title,
      -- about a minute apart, back from now
      now() - make_interval(mins => n) AS created_at, now() - make_interval(mins => n % 50000) AS updated_at,
      now() + make_interval(days => 60 + n % 300) AS expires_at,
      CASE WHEN n % 10 = 0 THEN $3 ELSE coalesce(o.id, $3) END AS owner_id,
      CASE WHEN n % 10 = 0 THEN 'large@example.org' ELSE o.email END AS owner_email,
      CASE WHEN n % 50 = 1 THEN $3 ELSE s.id END AS signer_id, s.email AS signer_email
    FROM generate_series($1::int, $2::int) g (n)
    JOIN people o ON o.k = 1 + n % ($2::int / 10) JOIN people s ON s.k = 1 + (n * 7::bigint + 3) % ($2::int / 10)`,
    [from + 1, to, readers.large],
  )
  if (from === 0) await addUsual(client, readers)
  const indexes = await dropIndexes(client)
  await fill(client)
  for (const index of indexes) await client.query(index)
  await client.query(
    'VACUUM ANALYZE signature_requests, request_access, request_words, request_tallies, accounts, sessions',
  )
}

/** Two hundred of the usual account's own. */
async function addUsual(client: pg.Client, readers: Readers): Promise<void> {
  await client.query(
    `INSERT INTO made SELECT gen_random_uuid(), n, ${statuses}, ${title}, now() - make_interval(mins => n),
      now() - make_interval(mins => n), now() + interval '100 days', $1, 'usual@example.org', NULL, 'somebody@example.org'
    FROM generate_series(1, 200) n`,
    [readers.usual],
  )
}

/** Indexes are made at once when the rows are there: what they are is asked of the database itself. */
async function dropIndexes(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `SELECT indexname AS name, indexdef AS definition FROM pg_indexes
    WHERE tablename IN ('request_access', 'request_words') AND indexname NOT LIKE '%pkey'`,
  )
  for (const { name } of rows) await client.query(`DROP INDEX ${name}`)
  return rows.map(({ definition }) => definition)
}

async function fill(client: pg.Client): Promise<void> {
  await client.query(
    `INSERT INTO signature_requests (id, owner_id, title, quality, status, created_at, updated_at, completed_at, expires_at, summary)
    SELECT id, owner_id, title, 'SES', status, created_at, updated_at,
      CASE WHEN status IN ('SIGNED', 'DECLINED') THEN updated_at END, expires_at, ${summary} FROM made`,
  )
  await client.query(
    `INSERT INTO request_access (account_id, request_id, is_owner, status, owner_email, title, created_at, updated_at, completed_at, expires_at)
    SELECT v.id, m.id, v.own, CASE status WHEN 'SIGNED' THEN 'COMPLETED' WHEN 'DECLINED' THEN 'CANCELLED' WHEN 'OPEN'
        THEN CASE WHEN v.own THEN 'WAITING' ELSE 'TO_SIGN' END ELSE 'DRAFT' END,
      owner_email, title, created_at, updated_at, CASE WHEN status IN ('SIGNED', 'DECLINED') THEN updated_at END, expires_at
    FROM made m CROSS JOIN LATERAL (
      SELECT owner_id, true UNION ALL SELECT signer_id, false
      WHERE signer_id <> owner_id AND status <> 'DRAFT') v (id, own)`,
  )
  await client.query(
    `INSERT INTO request_words SELECT id,
      CASE WHEN signer_id <> owner_id AND status <> 'DRAFT' THEN ARRAY[owner_id, signer_id] ELSE ARRAY[owner_id] END,
      lower(concat_ws(' ', title, owner_email, 'Person Number', signer_email, 'Contract.pdf')) FROM made`,
  )
  await client.query(`WITH taken AS (DELETE FROM request_tallies RETURNING *)
    INSERT INTO request_tallies SELECT account_id, is_owner, status, sum(amount), true FROM taken
    GROUP BY account_id, is_owner, status`)
}
