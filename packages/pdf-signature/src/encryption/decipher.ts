import crypto from 'node:crypto'
import { spend, spendParsed } from '../reader/budget.ts'
import { reopenDeciphered } from '../reader/document.ts'
import type { PdfDocument } from '../reader/document.ts'
import { bytesString, isDict, isName, isStream, isString } from '../reader/objects.ts'
import type { PdfDict, PdfObject } from '../reader/objects.ts'
import { aesCbc, openFileKey } from './file-key.ts'
import { rc4 } from './rc4.ts'
import { readStandardSecurity } from './standard-security.ts'
import type { Method, StandardSecurity } from './standard-security.ts'

/** An encrypted file as it reads deciphered; undefined where it takes a password, or its encryption is not known. */
export function openDeciphered(document: PdfDocument): PdfDocument | undefined {
  const security = readStandardSecurity(document)
  const fileKey = security && openFileKey(security)
  if (!fileKey) return undefined
  return reopenDeciphered(document, (num, gen, value) => {
    const keys = keysOf(fileKey, num, gen)
    const decipher = (method: Method, data: Uint8Array) => {
      spend(document.budget, data.length >> 5)
      spendParsed(document.budget, data.length)
      return undo(method, keys(method), data)
    }
    return decipherObject(value, security, decipher)
  })
}

type Decipherer = (method: Method, data: Uint8Array) => Uint8Array

/** The key for an object (algorithm 1; ISO 32000-2 §7.6.3.2), made when there is something to decipher with it. */
function keysOf(fileKey: Uint8Array, num: number, gen: number): (method: Method) => Uint8Array {
  return (method) => {
    if (method === 'aes256' || method === 'none') return fileKey
    const object = Buffer.alloc(5)
    object.writeUIntLE(num, 0, 3)
    object.writeUIntLE(gen & 0xffff, 3, 2)
    const hash = crypto.createHash('md5').update(fileKey).update(object)
    if (method === 'aes128') hash.update('sAlT')
    return hash.digest().subarray(0, Math.min(fileKey.length + 5, 16))
  }
}

function undo(method: Method, key: Uint8Array, data: Uint8Array): Uint8Array {
  if (method === 'none') return data
  if (method === 'rc4') return rc4(key, data)
  const blocks = data.length - (data.length % 16)
  if (blocks < 32) return new Uint8Array()
  const plain = aesCbc(key, data.subarray(0, 16), data.subarray(16, blocks), 'decipher')
  const padded = plain.at(-1) ?? 0
  return padded >= 1 && padded <= 16 ? plain.subarray(0, plain.length - padded) : plain
}

function decipherObject(value: PdfObject, security: StandardSecurity, decipher: Decipherer): PdfObject {
  if (isString(value)) return bytesString(decipher(security.strings, value.bytes))
  if (Array.isArray(value)) return value.map((item) => decipherObject(item, security, decipher))
  if (isDict(value)) return decipherDict(value, security, decipher)
  if (!isStream(value)) return value
  const dict = decipherDict(value.dict, security, decipher)
  return { kind: 'stream', dict, data: decipher(streamMethod(value.dict, security), value.data) }
}

/** A signature lies in the file as it is, so that it can be verified without the key (ISO 32000-2 §7.6.2). */
function decipherDict(held: PdfDict, security: StandardSecurity, decipher: Decipherer): PdfDict {
  const isSignature = held.entries.has('ByteRange')
  const entries = [...held.entries].map(([key, value]): [string, PdfObject] => [
    key,
    isSignature && key === 'Contents' ? value : decipherObject(value, security, decipher),
  ])
  return { ...held, entries: new Map(entries) }
}

/** A stream may say that it is not enciphered, and a file that its metadata is not (ISO 32000-2 §7.4.10, Table 20). */
function streamMethod({ entries }: PdfDict, security: StandardSecurity): Method {
  const type = entries.get('Type')
  const typeName = isName(type) ? type.name : ''
  if (typeName === 'XRef' || hasIdentityFilter(entries)) return 'none'
  if (typeName === 'Metadata' && !security.enciphersMetadata) return 'none'
  return typeName === 'EmbeddedFile' ? security.embeddedFiles : security.streams
}

function hasIdentityFilter(entries: PdfDict['entries']): boolean {
  const filter = firstOf(entries.get('Filter'))
  if (!isName(filter) || filter.name !== 'Crypt') return false
  const parameters = firstOf(entries.get('DecodeParms'))
  const named = isDict(parameters) ? parameters.entries.get('Name') : undefined
  return !isName(named) || named.name === 'Identity'
}

const firstOf = (value: PdfObject | undefined): PdfObject | undefined =>
  Array.isArray(value) ? value[0] : value
