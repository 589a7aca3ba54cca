import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { findMigrationProblems } from './migration-rules.mjs'
import { inRoot } from './paths.mjs'

const folder = inRoot('apps/api/src/platform/db/migrations')
const expand = (sql) => findMigrationProblems('0099-later.sql', `-- compatibility: expand\n${sql}`)

test('each migration declares which code can run after it, and an expanding one leaves older code all it uses', () => {
  const problems = readdirSync(folder).flatMap((name) =>
    findMigrationProblems(name, readFileSync(`${folder}/${name}`, 'utf8')),
  )
  expect(problems).toEqual([])
})

test.each([
  'DROP TABLE accounts',
  'ALTER TABLE accounts DROP COLUMN email',
  'ALTER TABLE accounts RENAME COLUMN email TO address',
  'ALTER TABLE accounts ALTER COLUMN email TYPE citext',
  'ALTER TABLE accounts ALTER email SET NOT NULL',
  'ALTER TABLE accounts ALTER email DROP DEFAULT',
  'ALTER TABLE accounts ADD COLUMN nickname text NOT NULL',
  'ALTER TABLE accounts\n  ADD COLUMN one int DEFAULT 1, ADD COLUMN other int NOT NULL',
  'ALTER TABLE accounts ADD CONSTRAINT short CHECK (length(email) < 50)',
  'CREATE UNIQUE INDEX accounts_email ON accounts (email)',
  'DELETE FROM accounts',
  'TRUNCATE accounts',
  'REVOKE SELECT ON accounts FROM countersign_app',
  'CREATE TABLE notes (id int); ALTER TABLE accounts DROP COLUMN note',
  'ALTER TABLE accounts ADD nickname text NOT NULL',
  'ALTER TABLE accounts ADD COLUMN balance numeric(10, 2) NOT NULL',
  "-- It isn’t used, or isn't read.\nALTER TABLE accounts DROP COLUMN note -- nobody's",
  "/* isn't */ DROP TABLE accounts /* nobody's */",
  'WITH old AS (DELETE FROM accounts RETURNING id) INSERT INTO notes SELECT id FROM old',
  '-- CREATE TABLE accounts\nALTER TABLE accounts DROP COLUMN note',
  'DO $$ BEGIN ALTER TABLE accounts DROP COLUMN note; END $$',
  `COMMENT ON TABLE notes IS '-- safe: it says so'; DROP TABLE accounts`,
])('“%s” is refused in an expanding migration', (sql) => {
  expect(expand(`${sql};`)).toHaveLength(1)
})

test.each([
  'ALTER TABLE accounts ADD COLUMN nickname text',
  'ALTER TABLE accounts ADD COLUMN seen int NOT NULL DEFAULT 0',
  'ALTER TABLE accounts ALTER email DROP NOT NULL',
  'CREATE TABLE notes (id int NOT NULL); CREATE UNIQUE INDEX notes_id ON notes (id); ALTER TABLE notes ADD UNIQUE (id)',
  '-- DROP TABLE accounts\nCREATE INDEX accounts_name ON accounts (name)',
  'CREATE FUNCTION tidy() RETURNS void LANGUAGE sql AS $$ DELETE FROM notes $$',
  'ALTER TABLE accounts ADD COLUMN balance numeric(10, 2) NOT NULL DEFAULT 0',
  `COMMENT ON TABLE notes IS 'see --; DROP TABLE accounts'`,
  '-- safe: nobody has read it since 0050\nALTER TABLE accounts DROP COLUMN note',
])('“%s” is allowed in an expanding migration', (sql) => {
  expect(expand(`${sql};`)).toEqual([])
})

test('a contracting migration says what it needs, which has to be before it', () => {
  const contract = (needs) =>
    findMigrationProblems('0099-later.sql', `-- compatibility: contract, needs ${needs}\nDROP TABLE a;`)
  expect(contract('0098')).toEqual([])
  expect(contract('0099')).toHaveLength(1)
  expect(findMigrationProblems('0099-later.sql', 'CREATE TABLE a (id int);')).toHaveLength(1)
  expect(findMigrationProblems('0071-before.sql', 'DROP TABLE a;')).toEqual([])
})
