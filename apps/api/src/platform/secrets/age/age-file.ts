import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  generateKeyPairSync,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'
import { type PrivateKey, type PublicKey, publicKeyOf, rawOf, sharedSecret } from './keys.ts'

/**
 * Files encrypted to a public key, in the format of age (age-encryption.org/v1, C2SP age.md): what is written here opens
 * with the program `age` as well, and the other way round.
 */

const intro = 'age-encryption.org/v1'
const chunkSize = 64 * 1024
const tagSize = 16
const nonceSize = 16
// One recipient of 32 bytes needs less than 200 bytes; files of others may name more.
const longestHeader = 64 * 1024

/** The file is encrypted to another key. */
export class WrongKey extends Error {
  override name = 'WrongKey'
}

/** The file is cut off or was changed, or is none of age. */
export class DamagedAgeFile extends Error {
  override name = 'DamagedAgeFile'
}

export async function* encryptTo(
  recipient: PublicKey,
  content: AsyncIterable<Uint8Array>,
): AsyncGenerator<Buffer> {
  const fileKey = randomBytes(16)
  const nonce = randomBytes(nonceSize)
  yield Buffer.concat([header(recipient, fileKey), nonce])
  const key = derive(fileKey, nonce, 'payload')
  let counter = 0
  for await (const { chunk, isLast } of chunks(content, chunkSize)) {
    const cipher = createCipheriv('chacha20-poly1305', key, chunkNonce(counter, isLast), {
      authTagLength: tagSize,
    })
    counter += 1
    yield Buffer.concat([cipher.update(chunk), cipher.final(), cipher.getAuthTag()])
  }
}

export async function* decryptWith(
  identity: PrivateKey,
  content: AsyncIterable<Uint8Array>,
): AsyncGenerator<Buffer> {
  const source = content[Symbol.asyncIterator]()
  try {
    const { fileKey, nonce, rest } = await openHeader(identity, source)
    const key = derive(fileKey, nonce, 'payload')
    let counter = 0
    for await (const { chunk, isLast } of chunks(resumed(rest, source), chunkSize + tagSize)) {
      const plain = openChunk(key, chunkNonce(counter, isLast), chunk)
      // C2SP: only a file that is empty as a whole may end with an empty chunk.
      if (plain.length === 0 && counter > 0) throw new DamagedAgeFile('The encrypted file is damaged')
      counter += 1
      if (plain.length > 0) yield plain
    }
  } finally {
    await source.return?.()
  }
}

function openChunk(key: Buffer, nonce: Buffer, chunk: Buffer): Buffer {
  if (chunk.length < tagSize) throw new DamagedAgeFile('The encrypted file is cut off')
  const decipher = createDecipheriv('chacha20-poly1305', key, nonce, { authTagLength: tagSize })
  decipher.setAuthTag(chunk.subarray(-tagSize))
  try {
    return Buffer.concat([decipher.update(chunk.subarray(0, -tagSize)), decipher.final()])
  } catch (error) {
    throw new DamagedAgeFile('The encrypted file is damaged or cut off', { cause: error })
  }
}

function header(recipient: PublicKey, fileKey: Buffer): Buffer {
  const own = generateKeyPairSync('x25519')
  const share = rawOf(own.publicKey)
  const wrapKey = derive(
    sharedSecret(own.privateKey, recipient.key),
    Buffer.concat([share, recipient.raw]),
    `${intro}/X25519`,
  )
  const cipher = createCipheriv('chacha20-poly1305', wrapKey, Buffer.alloc(12), { authTagLength: tagSize })
  const wrapped = Buffer.concat([cipher.update(fileKey), cipher.final(), cipher.getAuthTag()])
  const head = `${intro}\n-> X25519 ${base64(share)}\n${base64(wrapped)}\n---`
  return Buffer.from(`${head} ${base64(headerMac(fileKey, head))}\n`)
}

async function openHeader(identity: PrivateKey, source: AsyncIterator<Uint8Array>) {
  let read = Buffer.alloc(0)
  let end = -1
  while (end < 0 || read.length < end + nonceSize) {
    const { value, done } = await source.next()
    if (done || read.length > longestHeader) throw new DamagedAgeFile('The encrypted file is cut off')
    read = Buffer.concat([read, value])
    if (!read.subarray(0, intro.length).equals(Buffer.from(intro).subarray(0, read.length)))
      throw new DamagedAgeFile('The file is not encrypted by age')
    const mac = read.indexOf('\n--- ')
    const newline = mac < 0 ? -1 : read.indexOf('\n', mac + 1)
    end = newline < 0 ? -1 : newline + 1
  }
  const fileKey = unwrap(identity, read.subarray(0, end).toString('latin1'))
  return { fileKey, nonce: read.subarray(end, end + nonceSize), rest: read.subarray(end + nonceSize) }
}

function unwrap(identity: PrivateKey, text: string): Buffer {
  const stanzas = [...text.matchAll(/^-> X25519 ([A-Za-z0-9+/]{43})\n([A-Za-z0-9+/]{43})$/gm)]
  for (const [, share = '', body = ''] of stanzas) {
    const fileKey = tryToUnwrap(identity, Buffer.from(share, 'base64'), Buffer.from(body, 'base64'))
    if (!fileKey) continue
    const [head = '', mac = ''] = text.split('\n--- ')
    const own = headerMac(fileKey, `${head}\n---`)
    const given = Buffer.from(mac.trim(), 'base64')
    if (given.length !== own.length || !timingSafeEqual(given, own))
      throw new DamagedAgeFile('The head of the encrypted file is damaged')
    return fileKey
  }
  if (stanzas.length === 0) throw new DamagedAgeFile('The head of the encrypted file is damaged')
  throw new WrongKey('The file is encrypted to another key')
}

function tryToUnwrap({ key, publicKey }: PrivateKey, share: Buffer, body: Buffer): Buffer | null {
  try {
    const salt = Buffer.concat([share, publicKey.raw])
    const wrapKey = derive(sharedSecret(key, publicKeyOf(share).key), salt, `${intro}/X25519`)
    const decipher = createDecipheriv('chacha20-poly1305', wrapKey, Buffer.alloc(12), {
      authTagLength: tagSize,
    })
    decipher.setAuthTag(body.subarray(16))
    return Buffer.concat([decipher.update(body.subarray(0, 16)), decipher.final()])
  } catch {
    return null
  }
}

function derive(secret: Buffer, salt: Buffer, info: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, salt, info, 32))
}

function headerMac(fileKey: Buffer, head: string): Buffer {
  return createHmac('sha256', derive(fileKey, Buffer.alloc(0), 'header'))
    .update(head)
    .digest()
}

/** Eleven bytes of a counter, and whether it is the last chunk. */
function chunkNonce(counter: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeUIntBE(counter, 5, 6)
  nonce[11] = isLast ? 1 : 0
  return nonce
}

const base64 = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '')

/** Whole chunks of this size, and the last, which may be shorter; one that is empty where there is no content. */
async function* chunks(
  content: AsyncIterable<Uint8Array>,
  size: number,
): AsyncGenerator<{ chunk: Buffer; isLast: boolean }> {
  let held: Buffer[] = []
  let length = 0
  for await (const piece of content) {
    held.push(Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength))
    length += piece.byteLength
    // One byte more than a chunk: only then it is not the last.
    if (length <= size) continue
    let all = Buffer.concat(held, length)
    while (all.length > size) {
      yield { chunk: all.subarray(0, size), isLast: false }
      all = all.subarray(size)
    }
    held = [all]
    length = all.length
  }
  yield { chunk: Buffer.concat(held, length), isLast: true }
}

async function* resumed(first: Buffer, source: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  if (first.length > 0) yield first
  for (;;) {
    const { value, done } = await source.next()
    if (done) return
    yield value
  }
}
