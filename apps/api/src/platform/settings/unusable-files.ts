import { X509Certificate } from 'node:crypto'
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fromPem } from '#api/platform/values/pem.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** Files and folders that settings name and that are not there, or not what they have to be: told at the start, not at night. */
export function unusableFiles(given: Environment): string[] {
  return [
    ...dataFolder(given['COUNTERSIGN_DATA'] ?? './data'),
    ...program(given['LIBREOFFICE']),
    ...listed(given, 'TRUST_LISTS').flatMap((file) => named('TRUST_LISTS', whyUnreadable(file))),
    ...['TRUST_ANCHORS', 'TRUST_LIST_SIGNERS'].flatMap((name) =>
      listed(given, name).flatMap((file) => named(name, whyNoCertificates(file))),
    ),
    ...listed(given, 'TIMESTAMP_AUTHORITIES').flatMap((entry) => {
      const [, file] = entry.split('|')
      return file ? named('TIMESTAMP_AUTHORITIES', whyNoCertificates(file)) : []
    }),
  ]
}

function listed(given: Environment, name: string): string[] {
  return (given[name] ?? '').split(',').flatMap((entry) => entry.trim() || [])
}

function named(name: string, problem: string | null): string[] {
  return problem === null ? [] : [`${name} (${problem})`]
}

/** With real bytes: a folder may let a file be made and have no room for what is in it. */
function dataFolder(path: string): string[] {
  const folder = resolve(path)
  const probe = join(folder, `.start-${process.pid}`)
  try {
    makeFolder(folder)
    try {
      writeFileSync(probe, Buffer.alloc(4096, 1), { flush: true })
    } finally {
      rmSync(probe, { force: true })
    }
    return []
  } catch (error) {
    return [`COUNTERSIGN_DATA (nothing can be written to ${folder}: ${whyUnusable(error)})`]
  }
}

/** One after the other: Node's own recursive way never ends where a file system such as /proc says that a new folder is not there. */
function makeFolder(folder: string): void {
  const missing: string[] = []
  for (let path = folder; !existsSync(path); path = dirname(path)) missing.unshift(path)
  for (const path of missing) mkdirSync(path, { mode: 0o700 })
}

function program(path: string | undefined): string[] {
  if (path === undefined || path === 'off' || !path.startsWith('/')) return []
  try {
    if (!statSync(path).isFile()) return [`LIBREOFFICE (${path} is no program)`]
    accessSync(path, constants.X_OK)
    return []
  } catch (error) {
    return [`LIBREOFFICE (${path} cannot be run: ${whyUnusable(error)}; off, where there is none)`]
  }
}

function whyUnreadable(file: string): string | null {
  try {
    readFileSync(file)
    return null
  } catch (error) {
    return `${file} cannot be read: ${whyUnusable(error)}`
  }
}

function whyNoCertificates(file: string): string | null {
  const unreadable = whyUnreadable(file)
  if (unreadable) return unreadable
  try {
    const certificates = fromPem(readFileSync(file, 'utf8'))
    for (const certificate of certificates) void new X509Certificate(certificate)
    return certificates.length > 0
      ? null
      : `${file} holds no certificate in PEM (-----BEGIN CERTIFICATE-----)`
  } catch {
    return `${file} holds a certificate that cannot be read`
  }
}

const meanings: Readonly<Record<string, string>> = {
  ENOENT: 'it is not there',
  EACCES: 'no permission',
  EPERM: 'no permission',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  EISDIR: 'it is a folder',
  ENOTDIR: 'a part of the path is no folder',
}

/** Why a file can't be used, in words where the code is a common one. */
export function whyUnusable(error: unknown): string {
  const code = (error as NodeJS.ErrnoException).code ?? ''
  return meanings[code] ?? code
}
