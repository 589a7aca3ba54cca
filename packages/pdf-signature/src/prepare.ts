import { certifiedPermission } from './certification.ts'
import type { Appearance } from './appearance/appearance-stream.ts'
import type { FontFile } from './appearance/font-face.ts'
import { embedSharedFonts, shareResources } from './appearance/shared-resources.ts'
import { fillValues } from './fields/fill-values.ts'
import type { FieldValue } from './fields/field-value.ts'
import { fillField, lockFields } from './fill-field.ts'
import { PdfError } from './pdf-error.ts'
import type { PrefixHash } from './prefix-hash.ts'
import { archivalPart } from './inspection/archival-part.ts'
import { unmetSeedValue } from './inspection/seed-values.ts'
import { openDocument } from './reader/document.ts'
import type { PdfDocument } from './reader/document.ts'
import { listFormFields } from './reader/form-fields.ts'
import type { FormField } from './reader/form-fields.ts'
import { dict, name } from './reader/objects.ts'
import type { PdfDict, PdfRef } from './reader/objects.ts'
import { findPage } from './reader/page-tree.ts'
import type { PdfBytes } from './reader/source.ts'
import { byteRangePlaceholder, fillByteRange, contentsPlaceholder } from './contents-placeholder.ts'
import type { PreparedSignature } from './contents-placeholder.ts'
import { pdfDate, textString } from './text-string.ts'
import { addCertification } from './writer/certify.ts'
import { appendAnnotation, appendFields, emptyAppearance, signatureWidget } from './writer/form-widgets.ts'
import { add, startRevision } from './writer/revision.ts'
import type { Revision } from './writer/revision.ts'

export interface SignatureRequest {
  /** Full name of the field to fill; an invisible one is made when there is none. */
  readonly fieldName: string
  readonly signerName: string
  readonly reason?: string
  readonly location?: string
  readonly contactInfo?: string
  /** The claimed time of signing. */
  readonly time: Date
  /** Bytes kept free for the CMS; less where PDF/A has no strings of that length. */
  readonly contentsSize?: number
  readonly prefixHash?: PrefixHash
  /**
   * Certifies the document: what may still be done to it (ISO 32000-2 Table 257). The first signature only; anyone who is
   * to sign after it needs a field that is there already.
   */
  readonly certify?: 1 | 2 | 3
  /** Shown where the field has a rectangle; an invisible field stays invisible. */
  readonly appearance?: Appearance
  /** What the signer filled in: written, drawn, made read-only and locked in the revision of the signature. */
  readonly values?: readonly FieldValue[]
  /** What the values are drawn with, in order of preference; each is subset and embedded once for the revision. */
  readonly fonts?: readonly FontFile[]
  /**
   * Full names of the signer's input fields that were left blank, to be locked as well; not needed where the field was
   * placed with them (`SignaturePlacement.lock`).
   */
  readonly lock?: readonly string[]
}

/** Room for a CMS with its chain and timestamp; a remote service that returns revocation data as well needs more. */
const CONTENTS_SIZE = 16_384
const TIMESTAMP_CONTENTS_SIZE = 12_288

/**
 * First phase of a PAdES signature (ETSI EN 319 142-1 §5.3): everything but the CMS, and the digest it must cover.
 * Throws `field_already_signed`, `field_not_a_signature`, `certified_no_changes`, `not_the_first_signature` (which alone
 * may certify), `seed_value_unmet`, `encrypted`, `needs_normalising`, and what opening a file throws. For a value, with the name of its field:
 * `field_not_found`, `field_type_mismatch`, `field_locked` (read-only, locked by an earlier signature, or another signer's),
 * `value_too_long`, `value_not_an_option`, `image_invalid`, `font_invalid`, and `form_not_fillable` (XFA, calculated values).
 */
export function prepareSignature(base: PdfBytes, request: SignatureRequest): PreparedSignature {
  const document = openDocument(base)
  const revision = startRevision(document)
  const permission = certifiedPermission(document)
  const fields = listFormFields(document)
  const field = fields.find((candidate) => candidate.name === request.fieldName)
  if (permission === 1 || (permission !== undefined && !field)) {
    throw new PdfError(
      'certified_no_changes',
      'The document is certified: this signature may not be added to it',
    )
  }
  const unmet = field && unmetSeedValue(document, field.dict, request)
  if (unmet)
    throw new PdfError(
      'seed_value_unmet',
      `The field requires a signature with another ${unmet} (/SV)`,
      field.name,
    )
  const size = roomIn(document, request.contentsSize ?? CONTENTS_SIZE)
  const signature = add(revision, signatureDictionary(request, size))
  const { values = [], fonts = [], appearance } = request
  const shared = shareResources(revision)
  const filling = { revision, fields, signedField: request.fieldName, shared, fonts }
  const locked = [...new Set([...values.map((value) => value.name), ...ownFields(fields, request)])]
  const missing = fillValues(filling, values)
  if (field) missing.push(...fillField(shared, field, { signature, appearance, locked }))
  else {
    addInvisibleField(revision, request.fieldName, signature)
    lockFields(revision, undefined, signature, locked)
  }
  embedSharedFonts(shared)
  if (request.certify) {
    if (fields.some(({ type, value }) => type === 'Sig' && value !== null))
      throw new PdfError('not_the_first_signature', 'A document is certified by its first signature')
    addCertification(revision, signature, request.certify)
  }
  return fillByteRange(revision, size, [...new Set(missing)], request.prefixHash)
}

/** A string is no longer in PDF/A-2 and PDF/A-3 (ISO 19005-2 §6.1.13). */
const LONGEST_STRING = 32_767

function roomIn(document: PdfDocument, size: number): number {
  if (size <= LONGEST_STRING) return size
  const part = archivalPart(document)
  return part === 2 || part === 3 ? LONGEST_STRING : size
}

function ownFields(fields: readonly FormField[], { lock = [] }: SignatureRequest): readonly string[] {
  const known = new Set(fields.map((field) => field.name))
  for (const fieldName of lock)
    if (!known.has(fieldName))
      throw new PdfError('field_not_found', `There is no field ${JSON.stringify(fieldName)}`, fieldName)
  return lock
}

/**
 * First phase of a document timestamp (ETSI EN 319 142-1 §5.4.3), in a field of its own; the digest goes to the
 * time-stamp authority and its token into `embedSignature`. Allowed on certified documents too (ISO 32000-2 §12.8.2.2).
 */
export function prepareDocumentTimestamp(
  base: PdfBytes,
  options: {
    readonly fieldName?: string
    readonly contentsSize?: number
    readonly prefixHash?: PrefixHash
  } = {},
): PreparedSignature {
  const document = openDocument(base)
  const revision = startRevision(document)
  const size = options.contentsSize ?? TIMESTAMP_CONTENTS_SIZE
  const signature = add(
    revision,
    dict({
      Type: name('DocTimeStamp'),
      Filter: name('Adobe.PPKLite'),
      SubFilter: name('ETSI.RFC3161'),
      ByteRange: byteRangePlaceholder,
      Contents: contentsPlaceholder(size),
    }),
  )
  addInvisibleField(revision, freeName(document, options.fieldName ?? 'Timestamp'), signature)
  return fillByteRange(revision, size, [], options.prefixHash)
}

function signatureDictionary(request: SignatureRequest, size: number): PdfDict {
  const signature = dict({
    Type: name('Sig'),
    Filter: name('Adobe.PPKLite'),
    SubFilter: name('ETSI.CAdES.detached'),
    ByteRange: byteRangePlaceholder,
    Contents: contentsPlaceholder(size),
    Name: textString(request.signerName),
    M: textString(pdfDate(request.time)),
  })
  const optional = { Reason: request.reason, Location: request.location, ContactInfo: request.contactInfo }
  for (const [key, text] of Object.entries(optional)) if (text) signature.entries.set(key, textString(text))
  return signature
}

function addInvisibleField(revision: Revision, fieldName: string, signature: PdfRef): void {
  const page = findPage(revision.document, 0)
  const widget = signatureWidget(fieldName, page, [0, 0, 0, 0])
  widget.entries.set('V', signature)
  widget.entries.set('AP', dict({ N: emptyAppearance(revision) }))
  const field = add(revision, widget)
  appendAnnotation(revision, page, field)
  appendFields(revision, [field])
}

function freeName(document: PdfDocument, wanted: string): string {
  const taken = new Set(listFormFields(document).map((field) => field.name))
  if (!taken.has(wanted)) return wanted
  let n = 2
  while (taken.has(`${wanted}${n}`)) n++
  return `${wanted}${n}`
}
