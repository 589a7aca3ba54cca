import { PdfError } from '../../pdf-error.ts'
import type { PdfDocument } from '../../reader/document.ts'
import { openEarlier } from './open-readable.ts'
import { listSignedFields } from './signed-fields.ts'
import type { SignedField } from './signed-fields.ts'

/** A signature that an earlier revision has and the file as it is now doesn't. */
export interface RemovedSignature {
  readonly field: string
  /** The last revision that has it, from 1. */
  readonly revision: number
}

/** So many revisions are opened, the newest first: hardly a file that people signed has more. */
const revisionsAtMost = 100

/**
 * The signatures that were taken out of the form. What is appended after such a removal covers it: a document timestamp would close a
 * file that claims no signature, as if nobody had ever signed it.
 */
export function removedSignatures(
  document: PdfDocument,
  ends: readonly number[],
  fields: readonly SignedField[],
): RemovedSignature[] {
  const known = new Set(fields.map(keyOf))
  const removed: RemovedSignature[] = []
  const earlier = ends.slice(0, -1).map((end, index) => ({ end, revision: index + 1 }))
  for (const { end, revision } of earlier.slice(-revisionsAtMost).toReversed()) {
    for (const field of signaturesIn(openEarlier(document, end))) {
      if (known.has(keyOf(field))) continue
      known.add(keyOf(field))
      removed.push({ field: field.fieldName, revision })
    }
  }
  return removed.toReversed()
}

/** Those that cover a revision: a placeholder that was never filled in is no signature. */
function signaturesIn(document: PdfDocument | undefined): SignedField[] {
  try {
    return document
      ? listSignedFields(document).filter(
          ({ kind, range, cms }) => kind === 'signature' && typeof range !== 'string' && cms.length > 0,
        )
      : []
  } catch (error) {
    if (error instanceof PdfError) return []
    throw error
  }
}

/** A signature is the same whatever its field is called. */
const keyOf = ({ cms }: SignedField): string => Buffer.from(cms).toString('base64')
