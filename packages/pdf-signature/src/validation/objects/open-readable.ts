import { openDeciphered } from '../../encryption/decipher.ts'
import { PdfError } from '../../pdf-error.ts'
import { isEncrypted, openDocument } from '../../reader/document.ts'
import type { PdfDocument } from '../../reader/document.ts'
import { cutSource } from '../../reader/source.ts'
import type { PdfBytes } from '../../reader/source.ts'
import { encryptionOf } from '../changes/continuation.ts'

/**
 * Opens a file to be validated, deciphered where that takes no password; undefined where it takes one. `later` is a later
 * state of it. Throws what opening a file throws.
 */
export function openReadable(bytes: PdfBytes, later?: PdfDocument): PdfDocument | undefined {
  const isShared = later !== undefined && encryptionOf(later) === undefined
  const document = isShared ? openDocument(bytes, later) : openDocument(bytes)
  if (!isEncrypted(document)) return document
  const readable = openDeciphered(document)
  // That it cannot be written to says nothing of its cross-reference.
  return readable && { ...readable, recovered: document.recovered }
}

/** Opens what a file was when it ended there; undefined where that can't be read. */
export function openEarlier(later: PdfDocument, end: number): PdfDocument | undefined {
  try {
    return openReadable(cutSource(later.source, end), later)
  } catch (error) {
    if (error instanceof PdfError) return undefined
    throw error
  }
}
