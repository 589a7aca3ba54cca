import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Account } from './account.ts'
import { giveTo } from './cluster.ts'

/** The only port number there is: it names the socket's file. */
export const port = 5432

/** sockaddr_un holds 107 bytes and a zero (unix(7)). */
const longest = 107 - Buffer.byteLength(`/.s.PGSQL.${port}`)

/**
 * The folder of the server's socket: the cluster itself, or, when that path is too long for a socket, a private folder
 * in XDG_RUNTIME_DIR or the system's temporary folder, noted in `<directory>/socket-directory`.
 */
export function openSocketDirectory(directory: string, cluster: string, account: Account): string {
  if (Buffer.byteLength(cluster) <= longest) return cluster
  const noted = notedSocketDirectory(directory)
  if (noted && isOurs(noted, account)) return noted
  const folder = mkdtempSync(path.join(runtimeFolder(account), 'countersign-'))
  giveTo(account, folder)
  writeFileSync(noteIn(directory), `${folder}\n`)
  return folder
}

const noteIn = (directory: string) => path.join(directory, 'socket-directory')

/** The private socket folder of the server in this directory, if it has one. */
export function notedSocketDirectory(directory: string): string | undefined {
  const note = noteIn(directory)
  return existsSync(note) ? readFileSync(note, 'utf8').trim() : undefined
}

/** Removes a private socket folder; the cluster stays. */
export function closeSocketDirectory(directory: string, cluster: string, folder: string): void {
  if (folder === cluster) return
  rmSync(folder, { recursive: true, force: true })
  rmSync(noteIn(directory), { force: true })
}

// Another user could have put a folder of that name there after a restart of the machine.
function isOurs(folder: string, account: Account): boolean {
  const status = statSync(folder, { throwIfNoEntry: false })
  const uid = account.kind === 'user' ? account.uid : process.getuid?.()
  return status?.isDirectory() === true && status.uid === uid && (status.mode & 0o077) === 0
}

function runtimeFolder(account: Account): string {
  const runtime = process.env['XDG_RUNTIME_DIR']
  const isUsable =
    runtime !== undefined && account.kind === 'own' && existsSync(runtime) && runtime.length < 60
  return isUsable ? runtime : tmpdir().length < 60 ? tmpdir() : '/tmp'
}
