import { CmsError } from './cms/cms-error.ts'
import { readTimestampToken } from './cms/timestamps/timestamp-verification.ts'
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
import { addValidationData } from './validation-data.ts'
import type { ValidationData } from './validation-data.ts'

/** A document timestamp, as what it covers is protected by it. */
export interface ArchiveTimestamp {
  readonly token: Uint8Array
  readonly time: Date
  /** When its certificate ends: before that a newer timestamp has to cover it. */
  readonly weakensAt: Date
}

/** The document timestamp that covers most; undefined where there is none that can be read. Throws what opening a file throws. */
export function newestArchiveTimestamp(bytes: PdfBytes): ArchiveTimestamp | undefined {
  const document = openDocument(bytes)
  const found = listFormFields(document)
    .filter(({ type }) => type === 'Sig')
    .flatMap(({ value }) => readTimestamp(document, value) ?? [])
  return found.sort((a, b) => b.end - a.end)[0]?.timestamp
}

function readTimestamp(
  document: PdfDocument,
  value: PdfObject,
): { end: number; timestamp: ArchiveTimestamp } | undefined {
  const signature = resolve(document, value)
  if (!isDict(signature)) return undefined
  const subFilter = entryOf(document, signature, 'SubFilter')
  const contents = entryOf(document, signature, 'Contents')
  const range = readByteRange(document, signature)
  if (!isName(subFilter) || subFilter.name !== 'ETSI.RFC3161') return undefined
  if (!isString(contents) || typeof range === 'string') return undefined
  const token = trimContents(contents.bytes)
  const { info, signerCertificate } = readQuietly(token)
  if (!info || !signerCertificate) return undefined
  return { end: range.end, timestamp: { token, time: info.time, weakensAt: signerCertificate.notAfter } }
}

function readQuietly(token: Uint8Array): Partial<ReturnType<typeof readTimestampToken>> {
  try {
    return readTimestampToken(token)
  } catch (error) {
    if (error instanceof CmsError) return {}
    throw error
  }
}

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
