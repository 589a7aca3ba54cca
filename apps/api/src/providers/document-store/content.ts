import { createHash, type Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import { pipeline, type Readable, Transform } from 'node:stream'
import { setImmediate as immediate } from 'node:timers/promises'
import { ContentDamaged, ContentMissing, ContentTooLarge, type StoredContent } from './port.ts'

/** A large array is hashed and written in pieces, so that other work gets its turn in between. */
export const pieceSize = 1024 * 1024
export const hashPattern = /^[0-9a-f]{64}$/

export function requireHash(sha256: string): void {
  if (!hashPattern.test(sha256)) throw new ContentMissing(`${sha256} is not the hash of a content`)
}

/** What was read is what was asked for. */
export function requireSame(actual: string, sha256: string): void {
  if (actual !== sha256) throw new ContentDamaged(`The content ${sha256} is damaged`)
}

export async function fillFrom(
  content: AsyncIterable<Uint8Array> | Uint8Array,
  file: FileHandle,
  limit: number,
): Promise<StoredContent> {
  const hash = createHash('sha256')
  let size = 0
  for await (const piece of content instanceof Uint8Array ? pieces(content) : content) {
    size += piece.byteLength
    if (size > limit) throw new ContentTooLarge(`The content has more than ${limit} bytes`)
    hash.update(piece)
    await file.writeFile(piece)
  }
  return { sha256: hash.digest('hex'), size }
}

function* pieces(content: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < content.byteLength; at += pieceSize) yield content.subarray(at, at + pieceSize)
}

export async function hashFile(path: string, hash: Hash): Promise<number> {
  let size = 0
  for await (const piece of createReadStream(path, { highWaterMark: pieceSize }) as AsyncIterable<Buffer>) {
    hash.update(piece)
    size += piece.byteLength
  }
  return size
}

export async function check(content: Uint8Array, sha256: string): Promise<void> {
  const hash = createHash('sha256')
  for (const piece of pieces(content)) {
    hash.update(piece)
    await immediate()
  }
  requireSame(hash.digest('hex'), sha256)
}

/** The same content; it ends with ContentDamaged where it doesn't have this hash. */
export function checked(source: Readable, sha256: string): Readable {
  const hash = createHash('sha256')
  const check = new Transform({
    transform(piece: Buffer, _encoding, done) {
      hash.update(piece)
      done(null, piece)
    },
    flush(done) {
      const whole = hash.digest('hex') === sha256
      done(whole ? null : new ContentDamaged(`The content ${sha256} is damaged`))
    },
  })
  return pipeline(source, check, () => {})
}
