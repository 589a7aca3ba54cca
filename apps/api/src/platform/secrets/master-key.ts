import { randomBytes } from 'node:crypto'
import { link, mkdir, open, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type MasterKey, masterKeyLength } from './secret-box.ts'

/** The master key is there but cannot be used, with the reason and the way on. */
export class MasterKeyError extends Error {
  override readonly name = 'MasterKeyError'
}

/** The settings that say where it is. */
export interface MasterKeySource {
  /** COUNTERSIGN_MASTER_KEY: 32 bytes in base64. */
  readonly masterKey: string | undefined
  /** COUNTERSIGN_PREVIOUS_MASTER_KEYS: each the same. */
  readonly previousMasterKeys?: readonly string[]
  readonly dataDirectory: string
}

/** The key that encrypts all stored secrets: the configured one, else the data directory's, made once when there is none. */
export async function loadMasterKey(source: MasterKeySource): Promise<MasterKey> {
  const { dataDirectory } = source
  const current = await findCurrent(source)
  return withPrevious(source, current ?? (await createKeyFile(fileIn(dataDirectory), dataDirectory)))
}

/** The same of an installation that is there already: no key is made, which would open nothing. */
export async function requireMasterKey(source: MasterKeySource): Promise<MasterKey> {
  const current = await findCurrent(source)
  if (current) return withPrevious(source, current)
  throw new MasterKeyError(
    `COUNTERSIGN_MASTER_KEY is not set, and there is no ${fileIn(source.dataDirectory)} either: set the key of this installation, or copy its master.key there`,
  )
}

const fileIn = (dataDirectory: string): string => join(dataDirectory, 'master.key')

async function findCurrent({ masterKey, dataDirectory }: MasterKeySource): Promise<Uint8Array | undefined> {
  return masterKey ? decode(masterKey, 'COUNTERSIGN_MASTER_KEY') : readKeyFile(fileIn(dataDirectory))
}

function withPrevious({ previousMasterKeys = [] }: MasterKeySource, current: Uint8Array): MasterKey {
  const previous = previousMasterKeys.map((text) => decode(text, 'COUNTERSIGN_PREVIOUS_MASTER_KEYS'))
  return { current, previous }
}

/** 32 bytes in base64. */
export function isMasterKey(text: string): boolean {
  const trimmed = text.trim()
  const key = Buffer.from(trimmed, 'base64')
  return (
    key.length === masterKeyLength && key.toString('base64').replace(/=+$/, '') === trimmed.replace(/=+$/, '')
  )
}

function decode(text: string, source: string): Uint8Array {
  if (!isMasterKey(text))
    throw new MasterKeyError(`${source} must be ${masterKeyLength} bytes in base64 (openssl rand -base64 32)`)
  return Buffer.from(text.trim(), 'base64')
}

async function readKeyFile(path: string): Promise<Uint8Array | undefined> {
  const entry = await stat(path).catch(ignoreMissing)
  if (!entry) return undefined
  if (entry.mode & 0o077) throw new MasterKeyError(`${path} must be readable by its owner only (chmod 600)`)
  return decode(await readFile(path, 'utf8'), path)
}

/**
 * Written whole beside its place and then linked there, which fails when it exists: of several processes that start at
 * once one wins, and none ever reads half a key.
 */
async function createKeyFile(path: string, directory: string): Promise<Uint8Array> {
  await mkdir(directory, { recursive: true })
  const draft = `${path}.${randomBytes(8).toString('hex')}`
  try {
    const file = await open(draft, 'wx', 0o600)
    await file.writeFile(`${randomBytes(masterKeyLength).toString('base64')}\n`)
    await file.sync()
    await file.close()
    await link(draft, path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
  } finally {
    await rm(draft, { force: true })
  }
  const key = await readKeyFile(path)
  if (!key) throw new MasterKeyError(`${path} was removed while it was being made`)
  return key
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
  return undefined
}
