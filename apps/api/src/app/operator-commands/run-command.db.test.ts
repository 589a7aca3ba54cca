import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { expect, test } from 'vitest'
import { addressOf, createTestDatabase } from '#api/testing/database.ts'
import { operate } from './testing/operate.ts'

test('a database that is away, or without an installation, is named', async () => {
  const address = 'postgres://nobody:hidden-word@127.0.0.1:1/none'
  const away = await operate(['business', 'list'], { DATABASE_URL: address })
  expect(away).toMatchObject({ status: 2, output: '' })
  expect(away.errors).toMatch(/^The database can't be used \(.*ECONNREFUSED.*\)\. Check DATABASE_URL/)
  expect(away.errors).not.toContain('hidden-word')
  const nowhere = await operate(['business', 'list'], { COUNTERSIGN_DATA: '/nowhere' })
  expect(nowhere).toMatchObject({
    status: 2,
    errors: expect.stringContaining('There is no database in /nowhere'),
  })
})

test('a command does nothing with a database that its release can’t run with, and says so', async () => {
  const database = await createTestDatabase()
  const owner = new pg.Client(database.connection)
  await owner.connect()
  const settings = { DATABASE_URL: addressOf(database.connection) }
  await owner.query(`INSERT INTO migrations (name, oldest_code) VALUES ('9998-later.sql', '9998')`)
  for (const command of [
    ['prune', '--yes'],
    ['business', 'list'],
    ['keys', 'list'],
  ])
    expect(await operate(command, settings)).toMatchObject({
      status: 2,
      output: '',
      errors: expect.stringContaining("can't run with 9998-later.sql"),
    })
  await owner.query(
    `DELETE FROM migrations WHERE name >= '0100'; ALTER TABLE accounts DROP COLUMN email CASCADE`,
  )
  expect(await operate(['admin', 'recover', 'anna@example.org'], settings)).toMatchObject({
    status: 2,
    errors: expect.stringMatching(/of another release than this command \(.*email.*\): countersign doctor/),
  })
  await owner.end()
  await database.drop()
})

test('a program that reads no further, such as head, ends no command with an error', async () => {
  const program = fileURLToPath(new URL('../../countersign.ts', import.meta.url))
  const child = spawn(process.execPath, [program, 'help'], { env: { PATH: process.env['PATH'] ?? '' } })
  child.stdout.destroy()
  const [errors, [status]] = await Promise.all([text(child.stderr), once(child, 'exit')])
  expect({ status: status as number, errors }).toEqual({ status: 0, errors: '' })
})
