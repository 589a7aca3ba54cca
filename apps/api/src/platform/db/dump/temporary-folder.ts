import { existsSync, lstatSync, mkdtempSync, readdirSync, realpathSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { postgresMajor } from '../embedded/binaries.ts'
import { stopLeftover } from '../embedded/leftover.ts'
import { takeOwnership } from '../embedded/ownership.ts'
import { notedSocketDirectory } from '../embedded/socket-directory.ts'

const prefix = 'countersign-check-'
/** Says that the folder is one of these: nothing else in the temporary folder is ever removed. */
const mark = 'of-a-backup-check'

/** For the server that a backup is restored into. What it is for is written down before anything is in it. */
export function makeTemporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), prefix))
  writeFileSync(join(folder, mark), '')
  return folder
}

const clusterOf = (folder: string) => join(folder, `pg${postgresMajor}`)

/** With what lies elsewhere: a cluster that another user runs, a socket whose path would have been too long. */
export async function removeTemporaryFolder(folder: string): Promise<void> {
  const cluster = clusterOf(folder)
  if (existsSync(cluster) && lstatSync(cluster).isSymbolicLink())
    await rm(dirname(realpathSync(cluster)), { recursive: true, force: true })
  const socket = notedSocketDirectory(folder)
  if (socket && basename(socket).startsWith('countersign-'))
    await rm(socket, { recursive: true, force: true })
  await rm(folder, { recursive: true, force: true })
}

/**
 * Removes the folders that killed checks left in the temporary folder, and stops their servers. One that a check still works
 * in is another process's own, by the lock that the system takes back from a process that ends.
 */
export async function removeLeftFolders(log: (line: string) => void): Promise<void> {
  for (const name of readdirSync(tmpdir()).filter((one) => one.startsWith(prefix))) {
    const folder = join(tmpdir(), name)
    if (!isOurs(folder)) continue
    const ownership = await takeOwnership(folder).catch(() => null)
    if (!ownership) continue
    try {
      await stopLeftover(realpathOf(clusterOf(folder)), log)
      await removeTemporaryFolder(folder)
      log(`Removed ${folder}, which an interrupted check had left.`)
    } finally {
      await ownership.release()
    }
  }
}

/** The temporary folder is everybody's. */
function isOurs(folder: string): boolean {
  const status = lstatSync(folder, { throwIfNoEntry: false })
  if (!status?.isDirectory() || status.uid !== process.getuid?.()) return false
  return lstatSync(join(folder, mark), { throwIfNoEntry: false })?.isFile() === true
}

const realpathOf = (path: string) => (existsSync(path) ? realpathSync(path) : path)
