import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import path from 'node:path'
import { commandAs, spawnOptionsAs } from './account.ts'
import type { Account } from './account.ts'
import { postgresMajor } from './binaries.ts'
import { clusterBroken, explainLog, wrongVersion } from './explain-log.ts'

export const owner = 'countersign_owner'

/** Refuses a folder that this version of PostgreSQL cannot open. */
export function checkCluster(directory: string, cluster: string): void {
  if (!existsSync(cluster)) {
    const other = readdirSync(directory).find((name) => /^pg\d+$/.test(name))
    if (other) throw wrongVersion(path.join(directory, other))
    return
  }
  const versionFile = path.join(cluster, 'PG_VERSION')
  if (!existsSync(versionFile)) throw clusterBroken(cluster, 'PG_VERSION is missing')
  if (readFileSync(versionFile, 'utf8').trim() !== String(postgresMajor)) throw wrongVersion(cluster)
}

/** Makes a new cluster. It gets its name only when it is complete, so that a kill in the middle leaves nothing half-made. */
export function initialiseCluster(
  binaries: string,
  cluster: string,
  account: Account,
  isDurable: boolean,
): void {
  const unfinished = `${cluster}.new`
  rmSync(unfinished, { recursive: true, force: true })
  mkdirSync(unfinished, { mode: 0o700 })
  giveTo(account, unfinished)
  const [command, args] = commandAs(account, path.join(binaries, 'bin', 'initdb'), [
    ...['-D', unfinished, '-U', owner, '-E', 'UTF8'],
    // The socket lies in a folder that only we can enter; there is no TCP port.
    ...['--auth-local=trust', '--auth-host=reject'],
    // The same order of strings on every machine, whatever C library it has.
    ...['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'],
    ...(isDurable ? [] : ['--no-sync']),
  ])
  const result = spawnSync(command, args, { ...spawnOptionsAs(account), encoding: 'utf8' })
  if (result.status !== 0) {
    rmSync(unfinished, { recursive: true, force: true })
    throw result.error ?? explainLog(`${result.stdout}\n${result.stderr}`, cluster)
  }
  renameSync(unfinished, cluster)
}

/** Makes the files those of the account, closed to everybody else, as PostgreSQL demands. */
export function giveTo(account: Account, folder: string): void {
  const { uid, mode } = statSync(folder)
  const wanted =
    account.kind === 'user' ? account : { uid: process.getuid?.() ?? uid, gid: process.getgid?.() ?? 0 }
  if (uid !== wanted.uid) changeOwner(folder, wanted.uid, wanted.gid)
  if ((mode & 0o777) !== 0o700) chmodSync(folder, 0o700)
}

function changeOwner(file: string, uid: number, gid: number): void {
  lchownSync(file, uid, gid)
  if (!lstatSync(file).isDirectory()) return
  for (const name of readdirSync(file)) changeOwner(path.join(file, name), uid, gid)
}
