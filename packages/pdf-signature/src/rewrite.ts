import { hasReadableMetadata } from './inspection/readable-metadata.ts'
import { openDeciphered } from './encryption/decipher.ts'
import { PdfError } from './pdf-error.ts'
import { limits } from './reader/budget.ts'
import { catalogOf, isEncrypted, openDocument, recoverDocument } from './reader/document.ts'
import type { PdfDocument } from './reader/document.ts'
import { bytesString, copyDict, dict, isDict, isRef, isString } from './reader/objects.ts'
import type { PdfObject } from './reader/objects.ts'
import { examinePages } from './reader/page-tree.ts'
import type { PdfBytes } from './reader/source.ts'
import { leadsToObjects } from './reader/xref-check.ts'
import { copied, copyReached, startCopy } from './writer/copy.ts'
import { plantTree } from './writer/plant-tree.ts'
import { writeFile } from './writer/whole-file.ts'
import { withoutScripts } from './writer/without-scripts.ts'

/**
 * Writes a file again: one that is broken with a sound cross-reference and page tree, one that opens without a password
 * without its encryption; on request without its scripts. What is shown stays what it was, signatures do not. The same file
 * gives the same bytes. Throws `encrypted` for one that takes a password, and what opening a file throws.
 */
export function rewriteDocument(bytes: PdfBytes, { removeScripts = false } = {}): Buffer {
  const document = openReadable(bytes)
  const copy = startCopy(document, removeScripts ? withoutScripts(document) : undefined)
  const { pages, sound } = examinePages(document)
  if (!sound) plantTree(copy, pages)
  const { ref: root, dict: catalog } = catalogOf(document)
  copy.replaced.set(root.num, withoutBroken(document, copy.replaced.get(root.num) ?? catalog))
  const trailer = dict({ Root: copied(copy, root) })
  const info = document.xref.trailer.entries.get('Info')
  if (isRef(info)) trailer.entries.set('Info', copied(copy, info))
  copyReached(copy)
  return writeFile(copy.objects, document.version, {
    // What object streams may unpack to comes on top of the file.
    limit: document.source.length + limits.inflatedTotal,
    trailerOf: (digest) => {
      trailer.entries.set('ID', [bytesString(firstId(document) ?? digest), bytesString(digest)])
      return trailer
    },
  })
}

/** The file as it can be read to its end: as it says itself, or else by looking for its objects. */
function openReadable(bytes: PdfBytes): PdfDocument {
  const document = openDocument(bytes)
  const readable = deciphered(document)
  if (document.recovered || (readable && isReadable(readable))) return orRefuse(readable)
  return orRefuse(deciphered(recoverDocument(document.source, document.version)))
}

function deciphered(document: PdfDocument): PdfDocument | undefined {
  return isEncrypted(document) ? openDeciphered(document) : document
}

function orRefuse(document: PdfDocument | undefined): PdfDocument {
  if (!document) throw new PdfError('encrypted', 'The file takes a password')
  return document
}

function isReadable(document: PdfDocument): boolean {
  try {
    examinePages(document)
    return leadsToObjects(document)
  } catch (error) {
    if (error instanceof PdfError && error.code !== 'too_complex') return false
    throw error
  }
}

/**
 * The catalogue without usage rights, which are a signature of the file as it was, and no other has them (ISO 32000-2
 * §12.8.2.3); and without metadata that no reader of it could use.
 */
function withoutBroken(document: PdfDocument, catalog: PdfObject): PdfObject {
  if (!isDict(catalog)) return catalog
  const plain = copyDict(catalog)
  plain.entries.delete('Perms')
  if (!hasReadableMetadata(document, plain)) plain.entries.delete('Metadata')
  return plain
}

function firstId(document: PdfDocument): Uint8Array | undefined {
  const id = document.xref.trailer.entries.get('ID')
  const [first] = Array.isArray(id) ? id : []
  return isString(first) && first.bytes.length > 0 ? first.bytes : undefined
}
