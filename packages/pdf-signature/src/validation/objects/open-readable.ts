import { openDeciphered } from '../../encryption/decipher.ts'
import { isEncrypted, openDocument } from '../../reader/document.ts'
import type { PdfDocument } from '../../reader/document.ts'
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
