import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { operate, operateAsProcess } from '#api/app/operator-commands/testing/operate.ts'
import { isRunning, readPostmasterFile } from '#api/platform/db/embedded/leftover.ts'
import { takeOwnership } from '#api/platform/db/embedded/ownership.ts'
import { testFolder } from '#api/platform/db/embedded/test-folder.ts'
import { type Connection, withOwner } from '#api/platform/db/connect.ts'
import { type Person, startTestApi, type TestApi } from '#api/testing/api.ts'
import { newBackupId } from '#api/app/backups/layout.ts'
import { makeBackup } from '#api/app/backups/make-backup.ts'
import { aBackupScene, type BackupScene } from '#api/app/backups/testing/backup-scene.ts'
import { folderBackupTarget } from '#api/providers/backup-target/folder.ts'
import { credentials, sharedS3Server } from '#api/testing/s3/s3-server.ts'
import { aSignatureRequest } from '#api/testing/signature-request.ts'

const program = fileURLToPath(new URL('../../../countersign.ts', import.meta.url))

let api: TestApi
let ben: Person
let scene: BackupScene
beforeAll(async () => {
  api = await startTestApi()
  ben = await api.person({ firstName: 'Ben' })
  await aSignatureRequest(api, { owner: ben, signers: [{ email: ben.email }] })
  scene = await aBackupScene(api)
})
afterAll(async () => {
  await scene?.close()
  await api?.stop()
})

function settings(connection: Connection, dataDirectory: string, more: Record<string, string> = {}) {
  const { host = '', port, user, database } = connection as pg.ClientConfig
  const address = new URLSearchParams({ host, port: String(port) })
  return {
    DATABASE_URL: `postgres://${user}@localhost/${database}?${address.toString()}`,
    COUNTERSIGN_DATA: dataDirectory,
    COUNTERSIGN_MASTER_KEY: Buffer.from(api.context.masterKey.current).toString('base64'),
    TIMESTAMP_AUTHORITIES: `https://tsa.example/tsr|${join(api.context.config.dataDirectory, 'tsa-root.pem')}`,
    INIT_CWD: scene.folder,
    ...more,
  }
}
const own = (more: Record<string, string> = {}) =>
  settings(api.connection, api.context.config.dataDirectory, more)

test('an operator makes keys and an encrypted backup, lists and checks it, and restores it on another server', async () => {
  const made = await operate(['backup', 'key', 'backup.key'], own())
  expect(made).toMatchObject({ status: 0, errors: '' })
  expect((await stat(join(scene.folder, 'backup.key'))).mode & 0o777).toBe(0o600)
  expect(await readFile(join(scene.folder, 'backup.key'), 'utf8')).toContain('AGE-SECRET-KEY-1')
  expect(made.output).not.toContain('AGE-SECRET-KEY')
  expect(await operate(['backup', 'key', 'backup.key'], own())).toMatchObject({
    status: 2,
    errors: expect.stringContaining('is there already: give another name.'),
  })
  const publicKey = /age1\w+/.exec(made.output)?.[0] ?? ''
  const encrypted = own({ BACKUP_TARGET: join(scene.folder, 'encrypted'), BACKUP_PUBLIC_KEY: publicKey })

  expect(await operate(['backup', 'list'], encrypted)).toMatchObject({
    status: 0,
    output: expect.stringContaining('There is no backup'),
  })
  for (const command of [['backup', 'list'], ['backup', 'check'], ['restore']])
    expect(await operate([...command, 'nowhere'], encrypted)).toMatchObject({
      status: 2,
      errors: expect.stringContaining('There is no folder'),
    })
  const backup = await operateAsProcess(['backup', '--json'], encrypted)
  expect(await operate(['restore', join(scene.folder, 'encrypted', 'backups')], encrypted)).toMatchObject({
    status: 1,
    errors: expect.stringContaining('Give the folder or bucket that contains “backups” and “documents”'),
  })
  expect(backup).toMatchObject({ status: 0, errors: '' })
  const { backup: id } = JSON.parse(backup.output) as { backup: string }
  const listed = await operate(['backup', 'list'], encrypted)
  expect(listed.output).toMatch(new RegExp(`^${id}  manual  \\d+ documents?  encrypted\\n$`))

  expect(await operate(['backup', 'check'], encrypted)).toMatchObject({
    status: 1,
    errors: expect.stringContaining('--key FILE'),
  })
  const checked = await operate(['backup', 'check', '--key', 'backup.key'], encrypted)
  expect(checked.output).toContain(`✓ Backup ${id} is good`)
  expect(checked.status).toBe(0)

  const server = await scene.emptyServer()
  const empty = settings(server.connection, server.dataDirectory)
  const keyless = { ...empty, COUNTERSIGN_MASTER_KEY: '' }
  expect(await operate(['restore', 'encrypted', '--key', 'backup.key'], keyless)).toMatchObject({
    status: 2,
    errors: expect.stringMatching(/COUNTERSIGN_MASTER_KEY is not set.*copy its master\.key there/),
  })
  const restored = await operateAsProcess(['restore', 'encrypted', '--key', 'backup.key'], empty)
  expect(restored.errors).toContain('Verifying …')
  expect(restored.output).toContain(`✓ Backup ${id} is restored`)
  expect(restored.status).toBe(0)
  expect(await operate(['verify', 'evidence'], empty)).toMatchObject({ status: 0 })
  expect(await operate(['restore', 'encrypted', '--key', 'backup.key'], empty)).toMatchObject({
    status: 1,
    errors: expect.stringContaining("The database isn't empty"),
  })
}, 240_000)

test('a restore with another master key says so, and what to do, instead of that it is done', async () => {
  const target = join(scene.folder, 'of-another-key')
  expect(await operate(['backup', target], own())).toMatchObject({ status: 0 })
  const server = await scene.emptyServer()
  const COUNTERSIGN_MASTER_KEY = randomBytes(32).toString('base64')
  const wrong = settings(server.connection, server.dataDirectory, { COUNTERSIGN_MASTER_KEY })
  const { status, output } = await operate(['restore', target], wrong)
  expect(output).toMatch(/✗ The master key does not open the stored secret/)
  expect(output).toMatch(
    /isn't restored, and nothing starts on it: 1 problem\nCorrect what is wrong, drop the database/,
  )
  expect(status).toBe(1)
  expect(output).not.toContain(COUNTERSIGN_MASTER_KEY)
  expect(await server.documentStore.readNote('installation')).toContain('unfinished restore')
}, 120_000)

test('a database restored beside documents of which one is missing is refused, or restored where that is accepted', async () => {
  const target = join(scene.folder, 'plain')
  const made = await operate(['backup', target, '--json'], own())
  const { backup: id } = JSON.parse(made.output) as { backup: string }
  const { dataDirectory, connection, documentStore } = await scene.emptyServer()
  expect(await operate(['restore', target], settings(connection, dataDirectory))).toMatchObject({ status: 0 })
  const [content = ''] = await documentStore.sample(1)
  await documentStore.remove(content)
  await rm(join(dataDirectory, 'documents', 'trash'), { recursive: true })
  const beside = async (...options: string[]) => {
    const server = await scene.emptyServer()
    return operate(
      ['restore', target, '--database-only', ...options],
      settings(server.connection, dataDirectory),
    )
  }
  const refused = await beside('--json')
  expect(refused.status).toBe(1)
  expect(JSON.parse(refused.output)).toMatchObject({ backup: id, isRestored: false, missing: 1 })
  const accepted = await beside('--accept-missing')
  expect(accepted.output).toContain(`! Document ${content} is missing.`)
  expect(accepted.output).toMatch(
    new RegExp(`✓ Backup ${id} is restored: \\d+ documents?, of which 1 missing, as accepted\n$`),
  )
  expect(accepted.status).toBe(0)
}, 240_000)

test('an operator makes backups in a bucket, lists and checks them, and restores one on another server', async () => {
  const { endpoint = '', bucket } = await (await sharedS3Server()).bucket()
  const reach = {
    BACKUP_S3_ENDPOINT: endpoint,
    BACKUP_S3_REGION: 'eu-test-1',
    BACKUP_S3_PATH_STYLE: '1',
    BACKUP_S3_ACCESS_KEY_ID: credentials.accessKeyId,
    BACKUP_S3_SECRET_ACCESS_KEY: credentials.secretAccessKey,
  }
  const target = `s3://${bucket}/countersign`
  const there = own({ ...reach, BACKUP_TARGET: target })
  expect(await operate(['backup', '--json'], there)).toMatchObject({ status: 0 })
  await aSignatureRequest(api, { owner: ben, signers: [{ email: ben.email }] })
  const second = await operate(['backup', '--json'], there)
  const { backup: id } = JSON.parse(second.output) as { backup: string }
  expect((await operate(['backup', 'list'], there)).output.trim().split('\n')).toHaveLength(2)
  expect((await operate(['backup', 'check'], there)).output).toContain(`✓ Backup ${id} is good`)

  const server = await scene.emptyServer()
  const empty = settings(server.connection, server.dataDirectory, reach)
  const restored = await operate(['restore', target], empty)
  expect(restored).toMatchObject({ status: 0, output: expect.stringContaining(`✓ Backup ${id} is restored`) })
  expect(await operate(['verify', 'documents'], empty)).toMatchObject({ status: 0 })

  const documentsThere = { STORE_S3_BUCKET: bucket, STORE_S3_ENDPOINT: endpoint }
  for (const args of [
    ['backup', target],
    ['backup', 'check', target],
  ])
    expect(await operate(args, own({ ...reach, ...documentsThere }))).toMatchObject({
      status: 2,
      errors: expect.stringContaining('it is the bucket of the documents'),
    })

  const wrongKey = { ...there, BACKUP_S3_SECRET_ACCESS_KEY: 'another key' }
  expect(await operate(['backup'], wrongKey)).toMatchObject({
    status: 1,
    errors: expect.stringContaining(`${target}/`),
  })
}, 240_000)

/** Kills a backup by SIGKILL while it copies the last table. */
async function killBackup(target: string): Promise<void> {
  await withOwner(api.connection, async (client) => {
    // All other tables are in the backup already when it waits for this one.
    await client.query('BEGIN; LOCK TABLE visual_signatures IN ACCESS EXCLUSIVE MODE')
    const tables = async () =>
      (await readdir(target, { recursive: true }).catch(() => [])).filter((name) => name.endsWith('.zst'))
    const before = (await tables()).length
    const child = spawn(process.execPath, [program, 'backup', target], {
      env: { PATH: process.env['PATH'], ...own() },
      stdio: 'ignore',
    })
    await expect.poll(async () => (await tables()).length, { timeout: 30_000 }).toBeGreaterThan(before + 20)
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGKILL')
    await ended
    await client.query('COMMIT')
  })
}

test('a process that is killed while it makes a backup leaves none that counts, and the next one is whole', async () => {
  const target = join(scene.folder, 'killed')
  await killBackup(target)
  expect((await operate(['backup', 'list', target], own())).output).toMatch(
    /^\S+ {2}not finished, or being made\n$/,
  )
  expect(await operate(['restore', target], own())).toMatchObject({
    status: 1,
    errors: expect.stringContaining('There is no complete backup'),
  })
  await expect
    .poll(async () => (await operate(['backup', target], own())).status, { timeout: 30_000 })
    .toBe(0)
  expect(await operate(['backup', 'check', target], own())).toMatchObject({ status: 0 })
}, 240_000)

test('a check and a restore name the newer backups that they pass over, and why', async () => {
  const target = join(scene.folder, 'passed-over')
  const made = await operate(['backup', target, '--json'], own())
  const { backup: id } = JSON.parse(made.output) as { backup: string }
  // Newer by more than the second that names have.
  await expect.poll(() => newBackupId(new Date()).slice(0, 15)).not.toBe(id.slice(0, 15))
  await killBackup(target)
  const killed = (await readdir(join(target, 'backups'))).find((name) => name !== id) ?? ''
  const copy = await makeBackup({ ...scene.parts(), target: folderBackupTarget(target) }, 'before_upgrade')
  const ofCopy = `Passed over backup ${copy.id}, which is newer: it is a copy of the database alone, made before an upgrade.`
  const ofKilled = `Passed over backup ${killed}, which is newer: it isn't finished, or is being made (no manifest.json).`

  const checked = await operate(['backup', 'check', target], own())
  expect(checked.errors).toContain(`${ofCopy}\n${ofKilled}\n`)
  expect(checked.output).toContain(`✓ Backup ${id} is good`)
  const { connection, dataDirectory } = await scene.emptyServer()
  const restored = await operate(['restore', target, '--json'], settings(connection, dataDirectory))
  expect(restored.errors).toContain(`${ofCopy}\n${ofKilled}\nReading backup ${id} …`)
  expect(JSON.parse(restored.output)).toMatchObject({
    backup: id,
    passedOver: [
      { id: copy.id, reason: 'database_only' },
      { id: killed, reason: 'unfinished' },
    ],
  })

  const named = await operate(['backup', 'check', target, '--backup', id, '--json'], own())
  expect(named.errors).not.toContain('Passed over')
  expect(JSON.parse(named.output)).toMatchObject({ backup: id, passedOver: [] })
}, 240_000)

test('a restore onto a full disk of the database says so, and the same command works once there is room', async () => {
  const target = join(scene.folder, 'full')
  expect(await operate(['backup', target], own())).toMatchObject({ status: 0 })
  const { connection, dataDirectory } = await scene.emptyServer()
  // What PostgreSQL says where a table can't grow.
  await withOwner(connection, (client) =>
    client.query(`
      CREATE FUNCTION pg_temp_full() RETURNS event_trigger LANGUAGE plpgsql AS $$ BEGIN
        RAISE 'could not extend file "base/5/17555": No space left on device' USING ERRCODE = 'disk_full';
      END $$;
      CREATE EVENT TRIGGER is_full ON ddl_command_end EXECUTE FUNCTION pg_temp_full()`),
  )
  const restore = () => operate(['restore', target], settings(connection, dataDirectory))
  expect(await restore()).toMatchObject({
    status: 2,
    errors: expect.stringMatching(
      /The disk of the database is full \(could not extend .*\)\. Free some space there, and run the same command again\.\n$/,
    ),
  })
  await withOwner(connection, (client) =>
    client.query('DROP EVENT TRIGGER is_full; DROP FUNCTION pg_temp_full()'),
  )
  expect(await restore()).toMatchObject({ status: 0, output: expect.stringContaining('is restored') })
}, 240_000)

test('a restore onto a server that is too old says which one it takes, and writes nothing', async () => {
  const target = join(scene.folder, 'too-old')
  expect(await operate(['backup', target], own())).toMatchObject({ status: 0 })
  const { connection, dataDirectory, documentStore } = await scene.emptyServer()
  const { database = '' } = connection as pg.ClientConfig
  await withOwner(connection, (client) =>
    client.query(`
      CREATE SCHEMA older;
      CREATE FUNCTION older.current_setting(name text) RETURNS text LANGUAGE sql AS $$
        SELECT CASE name WHEN 'server_version' THEN '14.23' WHEN 'server_version_num' THEN '140023'
          ELSE pg_catalog.current_setting(name) END $$;
      ALTER DATABASE ${database} SET search_path = older, pg_catalog, public`),
  )
  expect(await operate(['restore', target], settings(connection, dataDirectory))).toMatchObject({
    status: 2,
    errors: expect.stringMatching(/PostgreSQL 14\.23\. Countersign needs 15 or newer: let DATABASE_URL/),
  })
  expect(await documentStore.sample(1)).toEqual([])
}, 120_000)

test('a check that is interrupted leaves neither its database nor a server that runs on', async () => {
  const target = join(scene.folder, 'checked')
  expect(await operate(['backup', target], own())).toMatchObject({ status: 0 })
  const temporary = await mkdtemp(join(testFolder(), 'check-'))
  const child = spawn(process.execPath, [program, 'backup', 'check', target], {
    env: { PATH: process.env['PATH'], ...own(), TMPDIR: temporary },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text
    if (text.includes('Restoring')) child.kill('SIGINT')
  })
  expect(await ended).toBe(2)
  expect(said).toMatch(/Interrupted\.\n$/)
  expect(await readdir(temporary)).toEqual([])
  await rm(temporary, { recursive: true })
}, 240_000)

test('a check removes what one that was killed has left, and nothing else', async () => {
  const target = join(scene.folder, 'killed')
  expect(await operate(['backup', target], own())).toMatchObject({ status: 0 })
  const temporary = await mkdtemp(join(testFolder(), 'check-'))
  const check = () => {
    const child = spawn(process.execPath, [program, 'backup', 'check', target], {
      env: { PATH: process.env['PATH'], ...own(), TMPDIR: temporary },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    const ended = new Promise((resolve) => child.once('exit', resolve))
    const said: string[] = []
    child.stderr.setEncoding('utf8').on('data', (text: string) => said.push(text))
    return { child, ended, said }
  }
  const first = check()
  const left = async () => {
    const [name = ''] = await readdir(temporary)
    return readPostmasterFile(join(temporary, name, 'pg18'))?.isReady ? name : null
  }
  await expect.poll(left, { timeout: 60_000, interval: 5 }).not.toBeNull()
  first.child.kill('SIGKILL')
  await first.ended
  const name = (await left()) ?? ''
  const server = readPostmasterFile(join(temporary, name, 'pg18'))?.pid ?? -1
  expect(isRunning(server)).toBe(true)
  // A folder without the mark, and one in which a check works.
  await mkdir(join(temporary, 'countersign-check-mine'))
  await mkdir(join(temporary, 'countersign-check-busy'))
  await writeFile(join(temporary, 'countersign-check-busy', 'of-a-backup-check'), '')
  const ownership = await takeOwnership(join(temporary, 'countersign-check-busy'))

  const second = check()
  expect(await second.ended).toBe(0)
  expect(second.said.join('')).toContain(
    `Removed ${join(temporary, name)}, which an interrupted check had left.`,
  )
  expect(isRunning(server)).toBe(false)
  expect((await readdir(temporary)).toSorted()).toEqual(['countersign-check-busy', 'countersign-check-mine'])
  await ownership.release()
  await rm(temporary, { recursive: true })
}, 240_000)

test('what makes no sense is refused: no place, a relative setting, a private key in place of the public one', async () => {
  expect(await operate(['backup'], own())).toMatchObject({
    status: 2,
    errors: expect.stringContaining('BACKUP_TARGET'),
  })
  expect(await operate(['backup', 'a', 'b'], own())).toMatchObject({ status: 2 })
  expect(await operate(['backup'], own({ BACKUP_TARGET: 'backups' }))).toMatchObject({ status: 2 })
  expect(await operate(['backup', join(api.context.config.dataDirectory, 'backups')], own())).toMatchObject({
    status: 2,
    errors: expect.stringContaining('it is inside COUNTERSIGN_DATA'),
  })
  const secret = (await readFile(join(scene.folder, 'backup.key'), 'utf8')).split('\n').at(-2) ?? ''
  const refused = await operate(['backup', 'here'], own({ BACKUP_PUBLIC_KEY: secret }))
  expect(refused).toMatchObject({ status: 2, errors: expect.stringContaining('never the private key') })
  expect(refused.errors).not.toContain(secret)
})
