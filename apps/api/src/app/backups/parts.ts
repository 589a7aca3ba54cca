import { createHash } from 'node:crypto'
import { pipeline, Readable } from 'node:stream'
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib'
import { decryptWith, encryptTo } from '#api/platform/secrets/age/age-file.ts'
import type { PrivateKey, PublicKey } from '#api/platform/secrets/age/keys.ts'
import type { BackupTarget } from '#api/providers/backup-target/port.ts'
import { DamagedBackup, type Part } from './manifest.ts'

type Bytes = AsyncIterable<Uint8Array>

// Several times as fast as the levels above it, for a few per cent more bytes.
const compression = { params: { [constants.ZSTD_c_compressionLevel]: 3 } }

export const partName = (name: string, key: PublicKey | null) => `${name}.zst${key ? '.age' : ''}`

/** Compresses, encrypts where there is a key, and hashes what is stored. */
export async function writePart(
  target: BackupTarget,
  { folder, name, key }: { readonly folder: string; readonly name: string; readonly key: PublicKey | null },
  content: Bytes,
): Promise<Part> {
  const hash = createHash('sha256')
  let size = 0
  const compressed = through(content, createZstdCompress(compression))
  async function* hashed(): AsyncGenerator<Uint8Array> {
    for await (const piece of key ? encryptTo(key, compressed) : compressed) {
      hash.update(piece)
      size += piece.byteLength
      yield piece
    }
  }
  await target.write(`${folder}/${name}`, hashed())
  return { name, size, sha256: hash.digest('hex') }
}

/** What `writePart` was given. Its hash is that of the manifest, or `checkPart` was called before. */
export async function readPart(
  target: BackupTarget,
  { folder, name, key }: { readonly folder: string; readonly name: string; readonly key: PrivateKey | null },
): Promise<Readable> {
  const stored = await target.read(`${folder}/${name}`)
  return through(key ? decryptWith(key, stored) : stored, createZstdDecompress())
}

/** Whether a part is stored as the manifest says: without a key. */
export async function checkPart(target: BackupTarget, folder: string, part: Part): Promise<void> {
  const stored = await target.read(`${folder}/${part.name}`).catch((error: Error) => {
    throw new DamagedBackup(`The backup isn't complete: ${error.message}.`, { cause: error })
  })
  const { size, sha256 } = await measure(stored)
  if (size !== part.size || sha256 !== part.sha256)
    throw new DamagedBackup(`The backup is damaged: ${folder}/${part.name} isn't what was written.`)
}

/** Reads it to its end. */
export async function measure(content: Bytes): Promise<{ readonly size: number; readonly sha256: string }> {
  const hash = createHash('sha256')
  let size = 0
  for await (const piece of content) {
    hash.update(piece)
    size += piece.byteLength
  }
  return { size, sha256: hash.digest('hex') }
}

/** Errors of the source reach the reader. */
function through(content: Bytes, transform: NodeJS.ReadWriteStream): Readable {
  return pipeline(Readable.from(content, { objectMode: false }), transform, () => {}) as unknown as Readable
}

/** The lines of a text, without their ends. */
export async function* linesOf(content: Bytes): AsyncGenerator<string> {
  let rest = ''
  const decoder = new TextDecoder()
  for await (const piece of content) {
    const lines = (rest + decoder.decode(piece, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
  if (rest !== '') yield rest
}
