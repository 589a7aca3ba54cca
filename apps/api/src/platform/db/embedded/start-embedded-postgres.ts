import { existsSync, mkdirSync, realpathSync, symlinkSync } from 'node:fs'
import type { Account } from './account.ts'
import { checkCluster, initialiseCluster, owner } from './cluster.ts'
import { explainFileError } from './database-start-error.ts'
import { stopLeftover } from './leftover.ts'
import { takeOwnership } from './ownership.ts'
import { choosePlace } from './place.ts'
import { startPostmaster } from './postmaster.ts'
import { closeSocketDirectory, openSocketDirectory, port } from './socket-directory.ts'

/** How to reach a database, in the words of node-postgres. */
export type DatabaseConnection = { host: string; port: number; user: string; database: string }

export type EmbeddedPostgres = {
  /** `host` is the folder of the unix socket; there is no TCP port. */
  connection: DatabaseConnection
  /** The server's process id. */
  pid: number
  /** Settles when the server has ended, by `stop` or on its own. */
  exited: Promise<void>
  /** Stops the server and gives the folder free; may be called twice. */
  stop(): Promise<void>
}

export type EmbeddedPostgresOptions = {
  /** The folder that holds, or will hold, the cluster (`pg18`). */
  directory: string
  /** Receives each line that the server logs. */
  log?: (line: string) => void
  /** Called as soon as the folder is ours, before the server is started. */
  onOwned?: () => void
  /** Start it again if it ends unexpectedly. `exited` then settles when that fails. */
  restarts?: boolean
  /** Server settings over the usual ones. */
  settings?: Record<string, string>
  /** Whom the server may run as, the best first. */
  accounts?: Account[]
  /** Where a cluster goes that another user must reach, instead of /var/lib/countersign. */
  openFolder?: string
}

const usualSettings = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  shared_buffers: '128MB',
  max_connections: '100',
  fsync: 'on',
  synchronous_commit: 'on',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
}

/**
 * Starts the packaged PostgreSQL on a data folder of our own and waits until it takes connections. One process at a
 * time may have a folder; a server that a killed process left behind is stopped first.
 * @throws DatabaseStartError with a code and a sentence that says what to do
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  try {
    mkdirSync(options.directory, { recursive: true, mode: 0o700 })
    const directory = realpathSync(options.directory)
    const ownership = await takeOwnership(directory)
    try {
      options.onOwned?.()
      return await startOwned(directory, options, () => ownership.release())
    } catch (error) {
      await ownership.release()
      throw error
    }
  } catch (error) {
    throw explainFileError(error, options.directory)
  }
}

const shortestLife = 1_000

async function startOwned(
  directory: string,
  { log = () => {}, settings = {}, accounts, openFolder, restarts = false }: EmbeddedPostgresOptions,
  release: () => Promise<void>,
): Promise<EmbeddedPostgres> {
  const all: Record<string, string> = { ...usualSettings, ...settings }
  const place = choosePlace(directory, accounts, openFolder)
  const { cluster, account, binaries } = place
  checkCluster(directory, cluster)
  if (!existsSync(cluster)) initialiseCluster(binaries, cluster, account, all['fsync'] !== 'off')
  // Only now: a link to a cluster that is not there counts as a lost one.
  if (place.link) symlinkSync(cluster, place.link)
  await stopLeftover(cluster, log)
  const host = openSocketDirectory(directory, cluster, account)
  let postmaster = await startPostmaster(place, host, all, log)
  let stopped: Promise<void> | undefined
  const supervise = async (): Promise<void> => {
    const began = Date.now()
    await postmaster.exited
    // One that ends again and again has a reason that a further start doesn't remove.
    if (stopped || !restarts || Date.now() - began < shortestLife) return
    try {
      postmaster = await startPostmaster(place, host, all, log)
    } catch (error) {
      log(`the database server could not be started again: ${(error as Error).message}`)
      return
    }
    // Stopped in the meantime: that one was for the server before.
    if (stopped) await postmaster.stop()
    await supervise()
  }
  const exited = supervise()
  const stopAndRelease = async () => {
    await postmaster.stop()
    await exited
    closeSocketDirectory(directory, cluster, host)
    await release()
  }
  return {
    connection: { host, port, user: owner, database: 'postgres' },
    get pid() {
      return postmaster.pid
    },
    exited,
    stop: () => (stopped ??= stopAndRelease()),
  }
}
