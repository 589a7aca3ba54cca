import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { applicationRole, connect, type Connection } from './connect.ts'
import { DatabaseUnreachable, migrate, RoleMissing } from './migrate.ts'

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

test('a user who may make no roles is told what somebody else has to do; then it goes on, and again', async () => {
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
