import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import { DatabaseStartError } from './database-start-error.ts'
import { stopLeftover } from './leftover.ts'
import { takeOwnership } from './ownership.ts'
import { startEmbeddedPostgres } from './start-embedded-postgres.ts'
import type { EmbeddedPostgres, EmbeddedPostgresOptions } from './start-embedded-postgres.ts'
import { testFolder } from './test-folder.ts'

// Of databases alone: the data folders of test APIs have other names, and are their own to remove.
const prefix = 'countersign-test-postgres-'

/** A PostgreSQL for one test run: quick instead of durable, in a temporary folder that `stop` removes. */
export async function startTestPostgres({
  restarts = false,
  settings = {},
}: Pick<EmbeddedPostgresOptions, 'restarts' | 'settings'> = {}): Promise<EmbeddedPostgres> {
  await removeAbandoned()
  const directory = mkdtempSync(path.join(testFolder(), prefix))
  const remove = () => rmSync(directory, { recursive: true, force: true })
  try {
    const server = await startEmbeddedPostgres({
      directory,
      restarts,
      settings: {
        fsync: 'off',
        synchronous_commit: 'off',
        full_page_writes: 'off',
        max_connections: '200',
        ...settings,
      },
    })
    return {
      connection: server.connection,
      get pid() {
        return server.pid
      },
      exited: server.exited,
      stop: async () => (await server.stop(), remove()),
    }
  } catch (error) {
    remove()
    throw error
  }
}

/** Milliseconds after which a folder belongs to no run that is just about to take it, or to start a killed product again. */
const youngest = { [prefix]: 60_000, 'countersign product ': 3_600_000 }

/** Ends and removes what test runs that were killed have left behind. */
async function removeAbandoned(): Promise<void> {
  const own = process.getuid?.()
  for (const name of readdirSync(testFolder())) {
    const young = Object.entries(youngest).find(([start]) => name.startsWith(start))?.[1]
    if (young === undefined) continue
    const directory = path.join(testFolder(), name)
    const status = statSync(directory, { throwIfNoEntry: false })
    if (!status || status.uid !== own || Date.now() - status.mtimeMs < young) continue
    await removeUnlessInUse(directory)
  }
}

async function removeUnlessInUse(directory: string): Promise<void> {
  try {
    const ownership = await takeOwnership(directory)
    for (const cluster of readdirSync(directory)) await stopLeftover(path.join(directory, cluster), () => {})
    rmSync(directory, { recursive: true, force: true })
    await ownership.release()
  } catch (error) {
    // Another run may be removing it at the same time.
    const isGone =
      error instanceof Error && 'code' in error && ['ENOENT', 'ENOTEMPTY'].includes(String(error.code))
    if (!isGone && !(error instanceof DatabaseStartError)) throw error
  }
}
