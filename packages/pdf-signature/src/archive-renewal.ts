import { parseReadable } from './cms/certificates/chain.ts'
import { attempt } from './cms/cms-error.ts'
import { readTimestampToken } from './cms/timestamps/timestamp-verification.ts'
import { endOfToken } from './cms/timestamps/token-lifetime.ts'
import { readByteRange } from './inspection/byte-range.ts'
import { prepareDocumentTimestamp } from './prepare.ts'
import type { PrefixHash } from './prefix-hash.ts'
import { entryOf, openDocument, resolve } from './reader/document.ts'
import type { PdfDocument } from './reader/document.ts'
import { listFormFields } from './reader/form-fields.ts'
import { isDict, isName, isString } from './reader/objects.ts'
import type { PdfObject } from './reader/objects.ts'
import type { PdfBytes } from './reader/source.ts'
import type { PreparedSignature } from './contents-placeholder.ts'
import { trimContents } from './validation/objects/signature-bytes.ts'
import { addValidationData, readValidationData } from './validation-data.ts'
import type { ValidationData } from './validation-data.ts'

/** A document timestamp, as what it covers is protected by it. */
export interface ArchiveTimestamp {
  readonly token: Uint8Array
  readonly time: Date
  /** When it proves nothing any longer: before that a newer timestamp has to cover it. */
  readonly weakensAt: Date
}

/**
 * The document timestamp that covers most; undefined where there is none that can be read. `anchors`: DER, what its
 * authority may chain to. Throws what opening a file throws.
 */
export function newestArchiveTimestamp(
  bytes: PdfBytes,
  anchors: readonly Uint8Array[] = [],
): ArchiveTimestamp | undefined {
  const document = openDocument(bytes)
  const [newest] = listFormFields(document)
    .filter(({ type }) => type === 'Sig')
    .flatMap(({ value }) => readToken(document, value) ?? [])
    .toSorted((a, b) => b.end - a.end)
  return newest && readArchiveTimestamp(newest.token, anchors, readValidationData(document).certificates)
}

/** What a token protects until when, with the certificates of its authority, DER; undefined where it can't be read. */
export function readArchiveTimestamp(
  token: Uint8Array,
  anchors: readonly Uint8Array[],
  others: readonly Uint8Array[] = [],
): ArchiveTimestamp | undefined {
  const read = readQuietly(token)
  if (!read?.info || !read.signerCertificate) return undefined
  const known = { anchors: parseReadable(anchors), others: parseReadable(others) }
  return { token, time: read.info.time, weakensAt: endOfToken(read, read.signerCertificate, known) }
}

function readToken(
  document: PdfDocument,
  value: PdfObject,
): { readonly end: number; readonly token: Uint8Array } | undefined {
  const signature = resolve(document, value)
  if (!isDict(signature)) return undefined
  const subFilter = entryOf(document, signature, 'SubFilter')
  const contents = entryOf(document, signature, 'Contents')
  const range = readByteRange(document, signature)
  if (!isName(subFilter) || subFilter.name !== 'ETSI.RFC3161') return undefined
  if (!isString(contents) || typeof range === 'string') return undefined
  const token = trimContents(contents.bytes)
  return readQuietly(token)?.signerCertificate ? { end: range.end, token } : undefined
}

const readQuietly = (token: Uint8Array) => attempt(() => readTimestampToken(token))

/** A renewal that lacks only its timestamp: `store` is appended first, then the finished timestamp. */
export interface PreparedRenewal {
  readonly store: Uint8Array
  readonly prepared: PreparedSignature
}

/**
 * Renews a file's protection before it weakens (ETSI EN 319 142-1 §5.5, annex A): what it takes to validate the timestamp
 * there is goes into the document security store, and a new timestamp covers both.
 */
export function prepareArchiveRenewal(
  base: PdfBytes,
  data: ValidationData,
  options: { readonly prefixHash?: PrefixHash } = {},
): PreparedRenewal {
  const store = addValidationData(base, data)
  const chunks = base instanceof Uint8Array ? [base, store] : [...base, store]
  return { store, prepared: prepareDocumentTimestamp(chunks, options) }
}
