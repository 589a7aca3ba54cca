import { createHash } from 'node:crypto'
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
} from 'node:fs'
import path from 'node:path'
import { canUse, possibleAccounts } from './account.ts'
import type { Account } from './account.ts'
import { findBinaries, postgresMajor } from './binaries.ts'
import { noPermission } from './database-start-error.ts'
import { giveTo } from './cluster.ts'
import { clusterBroken } from './explain-log.ts'

/** Who runs which PostgreSQL on which data folder. */
export type Place = {
  account: Account
  binaries: string
  cluster: string
  /** Where the data folder points to a cluster that lies elsewhere. */
  link?: string
}

/** Open to every user, for when root may not make a user namespace and the data folder lies in a closed home. */
const usualOpenFolder = '/var/lib/countersign'

/**
 * Finds an account that can use the data folder and the binaries. Where only another user than root can run
 * PostgreSQL and cannot reach them, the binaries are copied and a new cluster is made in /var/lib/countersign;
 * the data folder then holds a link to it.
 */
export function choosePlace(
  directory: string,
  accounts = possibleAccounts(),
  openFolder = usualOpenFolder,
): Place {
  const packaged = findBinaries()
  const name = path.join(directory, `pg${postgresMajor}`)
  const cluster = followLink(name)
  for (const account of accounts) {
    if (existsSync(cluster)) giveTo(account, cluster)
    const folder = existsSync(cluster) ? cluster : directory
    if (account.kind !== 'user') {
      if (canUse(account, folder, postgres(packaged))) return { account, binaries: packaged, cluster }
      continue
    }
    const binaries = canUse(account, '/tmp', postgres(packaged))
      ? packaged
      : copyBinaries(packaged, openFolder)
    if (existsSync(cluster)) {
      if (canUse(account, folder, postgres(binaries))) return { account, binaries, cluster }
      continue
    }
    return { account, binaries, cluster: openCluster(name, account, openFolder), link: name }
  }
  throw noPermission(cluster)
}

function followLink(name: string): string {
  if (existsSync(name)) return realpathSync(name)
  const isLink = lstatSync(name, { throwIfNoEntry: false })?.isSymbolicLink()
  // To begin with an empty database here would hide the loss of the old one.
  if (isLink) throw clusterBroken(name, `it is a link to ${readlinkSync(name)}, which is not there`)
  return name
}

const postgres = (binaries: string) => path.join(binaries, 'bin', 'postgres')

function openCluster(link: string, account: Account, openFolder: string): string {
  const folder = path.join(openFolder, createHash('sha256').update(link).digest('hex').slice(0, 16))
  mkdirSync(folder, { recursive: true })
  openUp(openFolder)
  giveTo(account, folder)
  return path.join(folder, `pg${postgresMajor}`)
}

function copyBinaries(packaged: string, openFolder: string): string {
  const { version } = JSON.parse(readFileSync(path.join(packaged, '..', 'package.json'), 'utf8')) as {
    version: string
  }
  const copy = path.join(openFolder, `postgres-${version}`)
  if (existsSync(copy)) return copy
  const unfinished = `${copy}.${process.pid}`
  mkdirSync(openFolder, { recursive: true })
  openUp(openFolder)
  cpSync(packaged, unfinished, { recursive: true, verbatimSymlinks: true })
  openUp(unfinished)
  renameSync(unfinished, copy)
  return copy
}

const openUp = (folder: string) => chmodSync(folder, 0o755)
