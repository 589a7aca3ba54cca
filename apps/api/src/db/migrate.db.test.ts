import { randomBytes } from 'node:crypto'
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

test('a database that is not there is one line with the reason, without the password', async () => {
  const away = { connectionString: 'postgres://somebody:top-secret@127.0.0.1:1/nothing' }
  const error = await migrate(away).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(DatabaseUnreachable)
  expect(String(error)).toContain('ECONNREFUSED')
  expect(String(error)).not.toContain('top-secret')
})
