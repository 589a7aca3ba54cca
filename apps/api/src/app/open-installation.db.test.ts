import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '#api/platform/settings/config.ts'
import { startEmbeddedPostgres } from '#api/platform/db/embedded/start-embedded-postgres.ts'
import { migrate } from '#api/platform/db/migrate.ts'
import { NoInstallation, openInstallation } from './open-installation.ts'
import { verifyEvidence } from '#api/evidence/verify-evidence.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'installation-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const settings = { fsync: 'off' }
const config = (directory = folder) => readConfig({ COUNTERSIGN_DATA: directory })

test('where nothing was set up nothing is made', async () => {
  await expect(openInstallation(config(join(folder, 'elsewhere')))).rejects.toThrow(NoInstallation)
  const database = await startEmbeddedPostgres({ directory: folder, settings })
  await database.stop()
  await expect(openInstallation(config())).rejects.toThrow('The database holds no installation.')
})

test('an installation is looked at while it runs, and while it does not', async () => {
  const database = await startEmbeddedPostgres({ directory: folder, settings })
  await migrate(database.connection)
  const running = await openInstallation(config())
  expect(await verifyEvidence(running.db, await running.anchors())).toMatchObject({
    chains: 0,
    chainBreaks: [],
  })
  await running.close()
  await database.stop()

  const stopped = await openInstallation(config())
  expect(await verifyEvidence(stopped.db, await stopped.anchors())).toMatchObject({
    chains: 0,
    lastSigned: null,
  })
  await stopped.close()
})

test('an installation that can’t be opened leaves no database running', async () => {
  const sandbox = join(folder, 'sandbox')
  mkdirSync(sandbox)
  writeFileSync(join(sandbox, 'billing.json'), '{"forNew":"stripe"}')
  await expect(openInstallation(config())).rejects.toThrow('payment.json')
  rmSync(sandbox, { recursive: true })
  const database = await startEmbeddedPostgres({ directory: folder, settings })
  await database.stop()
})
