import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { scram } from './roles/application-login.ts'
import { PoolerKeepsNoSessions, refuseWithoutSessions, TooManyRights } from './check-connection.ts'
import { actAsApplication, applicationRole, connect, type Connection, RoleNotTaken } from './connect.ts'
import { grants } from './roles/grants.ts'
import { DatabaseUnreachable, migrate, RoleMissing } from './migrate.ts'
import { NewerSchema } from './schema-compatibility.ts'

// A database whose owner is nobody special: no superuser, and may make no roles.
const name = `plain_${randomBytes(6).toString('hex')}`
let admin: pg.Client
let connection: Connection
// The same, as an installation elsewhere is given it.
let elsewhere: Connection
beforeAll(async () => {
  const server = { ...inject('templateDatabase'), database: 'postgres' }
  admin = new pg.Client(server)
  await admin.connect()
  await admin.query(`CREATE ROLE ${name} LOGIN NOSUPERUSER NOCREATEROLE`)
  await admin.query(`CREATE DATABASE ${name} OWNER ${name}`)
  connection = { ...server, user: name, database: name }
  const address = new URLSearchParams({ host: server.host, port: String(server.port) })
  elsewhere = { connectionString: `postgres://${name}@/${name}?${address.toString()}` }
})
afterAll(async () => {
  await admin.query(`DROP DATABASE ${name} WITH (FORCE)`)
  await admin.query(`DROP ROLE ${name}`)
  await admin.end()
})

test('a user who may make no roles is told what someone else has to do; then it continues, and again', async () => {
  await expect(migrate(elsewhere)).rejects.toThrow(RoleMissing)
  await expect(migrate(elsewhere)).rejects.toThrow(`GRANT ${applicationRole} TO ${name};`)
  await admin.query(`GRANT ${applicationRole} TO ${name}`)
  await migrate(elsewhere)
  await migrate(elsewhere)
})

test('the application can add evidence and read it, and change none of it in any way', async () => {
  const pool = connect(connection, 'application', 1, () => {})
  await pool.query(`INSERT INTO evidence_events (request_id, seq, type, at, actor, data, previous_hash, hash)
    VALUES (gen_random_uuid(), 1, 'created', now(), '{}', '{}', '', '')`)
  const tries = [
    `UPDATE evidence_events SET type = 'other'`,
    'DELETE FROM evidence_events',
    'TRUNCATE evidence_events',
    'TRUNCATE evidence_heads',
    'DROP TABLE evidence_events',
    'ALTER TABLE evidence_events DISABLE TRIGGER ALL',
    'ALTER TABLE evidence_events OWNER TO CURRENT_USER',
    'CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$',
    `SET session_replication_role = 'replica'`,
    `INSERT INTO migrations (name) VALUES ('x')`,
    `SELECT * FROM graphile_worker._private_jobs`,
  ]
  for (const sql of tries)
    expect(
      await pool.query(sql).then(
        () => `did: ${sql}`,
        (error: { code: string }) => error.code,
      ),
    ).toBe('42501')
  // There is no other role to go back to: the connection signed in as this one.
  for (const sql of ['RESET ROLE', 'SET ROLE NONE', 'RESET SESSION AUTHORIZATION']) {
    await pool.query(sql)
    expect((await pool.query('SELECT current_user AS name')).rows).toEqual([{ name: applicationRole }])
  }
  await expect(pool.query('SET ROLE countersign_owner')).rejects.toThrow('permission denied')
  await pool.end()
})

test('the owner’s own connection meets the trigger', async () => {
  const pool = connect(connection, 'owner', 1, () => {})
  for (const sql of [
    'DELETE FROM evidence_events',
    'TRUNCATE evidence_events',
    `UPDATE evidence_heads SET heads = '{}'`,
  ])
    await expect(pool.query(sql)).rejects.toThrow('append-only')
  await pool.end()
})

test('what was there before a new version is there after it, and what the version adds is filled in', async () => {
  const old = `${name}_old`
  await admin.query(`CREATE DATABASE ${old}`)
  const there = { ...connection, user: inject('templateDatabase').user, database: old }
  const client = new pg.Client(there)
  await client.connect()
  const first = '0001-main-job.sql'
  await client.query(readFileSync(new URL(`./migrations/${first}`, import.meta.url), 'utf8'))
  await client.query('CREATE TABLE migrations (name text PRIMARY KEY, applied_at timestamptz DEFAULT now())')
  await client.query('INSERT INTO migrations (name) VALUES ($1)', [first])
  await client.query(`
    INSERT INTO accounts (id, email, first_name, last_name, password_hash)
      VALUES ('00000000-0000-4000-8000-000000000001', 'anna@example.org', 'Anna', 'Keller', 'hash');
    INSERT INTO sessions (token_hash, account_id, expires_at)
      SELECT decode(n::text, 'escape'), '00000000-0000-4000-8000-000000000001', now() + interval '1 day'
      FROM generate_series(1, 3) n;
    INSERT INTO confirmations (token_hash, email, flow, language, expires_at)
      VALUES ('t', 'ben@example.org', 'signup', 'de', now() + interval '1 day');
    INSERT INTO documents (id, root_id, kind, owner_id, name, title, content_type, size, sha256, page_count, pages)
      SELECT d, d, 'upload', '00000000-0000-4000-8000-000000000001', 'Lease.pdf', 'Lease', 'application/pdf', 1, 'x', 1, '[]'
      FROM (VALUES ('00000000-0000-4000-8000-0000000000d1'::uuid)) AS v (d);
    INSERT INTO signature_requests (id, owner_id, title, quality, status)
      SELECT ('00000000-0000-4000-8000-0000000000a' || n)::uuid, '00000000-0000-4000-8000-000000000001', 'T' || n, 'SES',
        CASE n WHEN 1 THEN 'OPEN' ELSE 'DRAFT' END FROM generate_series(1, 2) n;
    INSERT INTO request_documents (request_id, document_id, version_id, position)
      SELECT '00000000-0000-4000-8000-0000000000a1', id, id, 0 FROM documents;
    INSERT INTO signatures (request_id, position, email, first_name, last_name, language, status)
      SELECT '00000000-0000-4000-8000-0000000000a1', n, n || '@example.org', CASE n WHEN 1 THEN 'Ben' END, NULL, 'en',
        CASE WHEN n < 2 THEN 'SIGNED' ELSE 'OPEN' END FROM generate_series(0, 11) n;
    INSERT INTO signings (request_id, signature_id, status, signing_name, actor)
      SELECT request_id, id, 'OPEN', 'Ben', '{}' FROM signatures WHERE position = 2;`)
  await migrate(there)
  const { rows } = await client.query(`SELECT summary FROM signature_requests ORDER BY id`)
  expect(rows[0].summary).toMatchObject({
    document_names: ['Lease.pdf'],
    signers: { 0: { name: '0@example.org', status_code: 'SIGNED' }, 1: { name: 'Ben' }, length: 10 },
    signature_count: 12,
    signature_count_signed: 2,
  })
  expect(rows[1].summary).toEqual({
    document_names: [],
    signers: [],
    signature_count: 0,
    signature_count_signed: 0,
  })
  const sessions = await client.query(
    'SELECT count(DISTINCT id)::int AS ids, min(method) AS method FROM sessions',
  )
  expect(sessions.rows).toEqual([{ ids: 3, method: 'password' }])
  const accounts = await client.query(
    'SELECT notification_level, pending_email, immutable_fields FROM accounts',
  )
  expect(accounts.rows).toEqual([{ notification_level: 'all', pending_email: null, immutable_fields: [] }])
  const signings = await client.query('SELECT status, visual FROM signings')
  expect(signings.rows).toEqual([{ status: 'OPEN', visual: null }])
  await client.end()
  await admin.query(`DROP DATABASE ${old} WITH (FORCE)`)
})

test('a database that is not there is one line with the reason, without the password', async () => {
  const away = { connectionString: 'postgres://somebody:top-secret@127.0.0.1:1/nothing' }
  const error = await migrate(away).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(DatabaseUnreachable)
  expect(String(error)).toContain('ECONNREFUSED')
  expect(String(error)).not.toContain('top-secret')
})

/** The one block of a language under a heading of the guide. */
function blockOf(heading: string, language: string): string {
  const guide = readFileSync(new URL('../../../../../docs/operating.md', import.meta.url), 'utf8')
  const section = guide.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? ''
  return new RegExp(`\`\`\`${language}\n([^\`]*)\`\`\``).exec(section)?.[1] ?? ''
}

test('the recipe of the guide works as written on an empty server: the application signs in with a login of its own', async () => {
  const statements = blockOf('Database roles', 'sql').trim().split('\n')
  const settings = blockOf('Database roles', 'sh')
  const { host, port } = inject('templateDatabase')
  const address = (name: string) => {
    const written = new RegExp(`^${name}=(\\S+)$`, 'm').exec(settings)?.[1] ?? ''
    return `${written}?${new URLSearchParams({ host, port: String(port) }).toString()}`
  }
  const there = {
    connectionString: address('DATABASE_URL'),
    applicationString: address('DATABASE_APPLICATION_URL'),
  }
  try {
    for (const statement of statements) await admin.query(statement)
    // The role belongs to the whole server, and another process has already made it.
    await admin.query(`GRANT ${applicationRole} TO countersign WITH ADMIN OPTION`)
    await migrate(there)
    await migrate(there)
    const pool = connect(there, 'application', 1, () => {})
    const { rows } = await pool.query(
      `SELECT session_user AS login, current_user AS role, current_setting('statement_timeout') AS timeout`,
    )
    expect(rows).toEqual([{ login: 'countersign_login', role: applicationRole, timeout: '30s' }])
    await pool.query('RESET ROLE')
    await expect(pool.query('DELETE FROM evidence_events')).rejects.toMatchObject({ code: '42501' })
    await pool.end()
    const kept = await admin.query(`SELECT rolpassword FROM pg_authid WHERE rolname = 'countersign_login'`)
    const [, iterations = '', salt = ''] =
      /^SCRAM-SHA-256\$(\d+):([^$]+)\$/.exec(kept.rows[0]?.rolpassword) ?? []
    expect(kept.rows[0]?.rolpassword).toBe(
      scram('application-password', Buffer.from(salt, 'base64'), Number(iterations)),
    )
    // A login that may do more than the application may.
    await admin.query('ALTER ROLE countersign_login SUPERUSER')
    await expect(migrate(there)).rejects.toThrow(TooManyRights)
    const same = { ...there, applicationString: there.connectionString }
    await expect(migrate(same)).rejects.toThrow('signs in as countersign, who is a superuser or may act as')
  } finally {
    await admin.query('DROP DATABASE IF EXISTS countersign WITH (FORCE)')
    await admin.query('DROP ROLE IF EXISTS countersign_login')
    await admin.query('DROP ROLE IF EXISTS countersign')
  }
})

test('what PostgreSQL makes of a password is what we make of it', async () => {
  await admin.query(`CREATE ROLE ${name}_scram LOGIN PASSWORD 'quiet-harbour'`)
  const { rows } = await admin.query<{ rolpassword: string }>(
    'SELECT rolpassword FROM pg_authid WHERE rolname = $1',
    [`${name}_scram`],
  )
  await admin.query(`DROP ROLE ${name}_scram`)
  const theirs = rows[0]?.rolpassword ?? ''
  const [, salt = ''] = /^SCRAM-SHA-256\$4096:([^$]+)\$/.exec(theirs) ?? []
  expect(scram('quiet-harbour', Buffer.from(salt, 'base64'))).toBe(theirs)
})

test('a connection that does not come to act in the role is refused, as is one whose settings are dropped', async () => {
  const client = new pg.Client(connection)
  await client.connect()
  await actAsApplication(client)
  const dropping = (dropped: RegExp) =>
    ({
      query: (sql: string) => client.query(sql.replace(dropped, 'SET application_name =')),
    }) as unknown as pg.Client
  await client.query('RESET ALL; RESET ROLE')
  await expect(actAsApplication(dropping(/SET role =/))).rejects.toThrow(RoleNotTaken)
  await client.query('RESET ALL; RESET ROLE')
  await expect(actAsApplication(dropping(/SET statement_timeout =/))).rejects.toThrow('connection pooler')
  await client.end()
})

test('a pooler that changes the session between two statements is refused', async () => {
  const session = (backends: number[]) => ({
    begin: async () => {},
    backend: async () => backends.shift() ?? 0,
  })
  await refuseWithoutSessions(session([1, 1, 1]), session([2]))
  // The other connection gets the one's, or the one gets another for each statement.
  for (const [one, other] of [
    [[1, 1, 1], [1]],
    [[1, 3, 1], [2]],
    [[1, 1, 4], [2]],
  ] as const)
    await expect(refuseWithoutSessions(session([...one]), session([...other]))).rejects.toThrow(
      PoolerKeepsNoSessions,
    )
  const begin = async () => {
    throw new Error('transaction blocks not allowed in statement pooling mode')
  }
  await expect(refuseWithoutSessions(session([1, 1, 1]), { ...session([2]), begin })).rejects.toThrow(
    PoolerKeepsNoSessions,
  )
})

test('a release that is older than the database does not start on it, and gives no right back', async () => {
  const owner = connect(connection, 'owner', 1, () => {})
  await owner.query(`CREATE TABLE later (id int); INSERT INTO migrations (name) VALUES ('9999-later.sql')`)
  const rights = async () =>
    (
      await owner.query(
        `SELECT has_table_privilege($1, 'later', 'SELECT') AS later, has_table_privilege($1, 'evidence_events', 'UPDATE') AS evidence`,
        [applicationRole],
      )
    ).rows[0]
  await expect(migrate(elsewhere)).rejects.toThrow(NewerSchema)
  await expect(migrate(elsewhere)).rejects.toThrow('9999-later.sql')
  expect(await rights()).toEqual({ later: false, evidence: false })
  await owner.query(`DELETE FROM migrations WHERE name = '9999-later.sql'`)
  // Given by hand, or by a release that named other rights.
  await owner.query(`GRANT ALL ON later, evidence_events TO ${applicationRole}`)
  await migrate(elsewhere)
  expect(await rights()).toEqual({ later: false, evidence: false })
  await owner.query('DROP TABLE later')
  await owner.end()
})

test('each table has its line in the list of what the application may do, and each line its table', async () => {
  const owner = connect(connection, 'owner', 1, () => {})
  const { rows } = await owner.query<{ tablename: string }>(
    `SELECT tablename FROM pg_tables WHERE schemaname = 'public'`,
  )
  await owner.end()
  expect(Object.keys(grants).toSorted()).toEqual(rows.map(({ tablename }) => tablename).toSorted())
})
