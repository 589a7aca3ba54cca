import { dictEntry, entryOf, resolve } from '../reader/document.ts'
import type { PdfDocument } from '../reader/document.ts'
import { isDict, isName, isString } from '../reader/objects.ts'
import type { PdfDict } from '../reader/objects.ts'

/** How a string or a stream is enciphered (ISO 32000-2 Table 25). */
export type Method = 'none' | 'rc4' | 'aes128' | 'aes256'

/** The standard security handler's dictionary (ISO 32000-2 Tables 20 and 21). */
export interface StandardSecurity {
  readonly revision: 2 | 3 | 4 | 5 | 6
  /** Of the file's key, in bytes. */
  readonly keyLength: number
  readonly owner: Uint8Array
  readonly user: Uint8Array
  readonly userKey: Uint8Array
  readonly permissions: number
  /** The first part of the file's /ID. */
  readonly id: Uint8Array
  readonly enciphersMetadata: boolean
  readonly strings: Method
  readonly streams: Method
  readonly embeddedFiles: Method
}

/** What the file says of its encryption; undefined where that is none this reader knows. */
export function readStandardSecurity(document: PdfDocument): StandardSecurity | undefined {
  const dict = resolve(document, document.xref.trailer.entries.get('Encrypt'))
  if (!isDict(dict)) return undefined
  const filter = entryOf(document, dict, 'Filter')
  const version = entryOf(document, dict, 'V') ?? 0
  const revision = entryOf(document, dict, 'R')
  if (!isName(filter) || filter.name !== 'Standard' || !isRevision(revision)) return undefined
  const methods = methodsOf(document, dict, version)
  const keyLength = keyLengthOf(version, entryOf(document, dict, 'Length'))
  if (!methods || keyLength === undefined) return undefined
  const bytes = (key: string) => {
    const value = entryOf(document, dict, key)
    return isString(value) ? value.bytes : new Uint8Array()
  }
  const permissions = entryOf(document, dict, 'P')
  const id = resolve(document, document.xref.trailer.entries.get('ID'))
  const firstId = Array.isArray(id) ? resolve(document, id[0]) : null
  return {
    revision,
    keyLength,
    owner: bytes('O'),
    user: bytes('U'),
    userKey: bytes('UE'),
    permissions: typeof permissions === 'number' ? permissions : 0,
    id: isString(firstId) ? firstId.bytes : new Uint8Array(),
    enciphersMetadata: entryOf(document, dict, 'EncryptMetadata') !== false,
    ...methods,
  }
}

const isRevision = (value: unknown): value is StandardSecurity['revision'] =>
  typeof value === 'number' && [2, 3, 4, 5, 6].includes(value)

function keyLengthOf(version: unknown, bits: unknown): number | undefined {
  if (version === 1) return 5
  if (version === 4) return 16
  if (version === 5) return 32
  if (version !== 2) return undefined
  const length = typeof bits === 'number' ? bits : 40
  return length % 8 === 0 && length >= 40 && length <= 128 ? length / 8 : undefined
}

type Methods = Pick<StandardSecurity, 'strings' | 'streams' | 'embeddedFiles'>

function methodsOf(document: PdfDocument, dict: PdfDict, version: unknown): Methods | undefined {
  if (version === 1 || version === 2) return { strings: 'rc4', streams: 'rc4', embeddedFiles: 'rc4' }
  const strings = namedMethod(document, dict, 'StrF')
  const streams = namedMethod(document, dict, 'StmF')
  const embeddedFiles = dict.entries.has('EFF') ? namedMethod(document, dict, 'EFF') : streams
  return strings && streams && embeddedFiles ? { strings, streams, embeddedFiles } : undefined
}

const methods: ReadonlyMap<string, Method> = new Map([
  ['None', 'none'],
  ['V2', 'rc4'],
  ['AESV2', 'aes128'],
  ['AESV3', 'aes256'],
])

/** The method of a named crypt filter (ISO 32000-2 §7.6.6); undefined where it is not a known one. */
function namedMethod(document: PdfDocument, dict: PdfDict, key: string): Method | undefined {
  const held = entryOf(document, dict, key)
  if (!isName(held) || held.name === 'Identity') return 'none'
  const filters = dictEntry(document, dict, 'CF')
  const filter = filters && dictEntry(document, filters, held.name)
  const method = filter && entryOf(document, filter, 'CFM')
  return isName(method) ? methods.get(method.name) : undefined
}
