import { archivalPart } from '../inspection/archival-part.ts'
import { catalogOf, dictEntry } from '../reader/document.ts'
import type { PdfDocument } from '../reader/document.ts'
import { copyDict, dict, isDict, name } from '../reader/objects.ts'
import type { PdfObject, PdfRef } from '../reader/objects.ts'
import { current, replace } from './revision.ts'
import type { Revision } from './revision.ts'

/** A rule a signature puts into force (ISO 32000-2 §12.8.2, Table 256), among those it has. */
export function addReference(
  revision: Revision,
  signature: PdfRef,
  method: 'DocMDP' | 'FieldMDP',
  parameters: Record<string, PdfObject>,
): void {
  const now = current(revision, signature)
  if (!isDict(now)) return
  const held = now.entries.get('Reference')
  const reference = dict({
    Type: name('SigRef'),
    TransformMethod: name(method),
    TransformParams: dict({ Type: name('TransformParams'), V: name('1.2'), ...parameters }),
    ...(forbidsDigestMethod(revision.document) ? {} : { DigestMethod: name('SHA256') }),
    // The object that is checked for changes. DocMDP always covers the whole document and names none.
    ...(method === 'FieldMDP' ? { Data: catalogOf(revision.document).ref } : {}),
  })
  const updated = copyDict(now)
  updated.entries.set('Reference', [...(Array.isArray(held) ? held : []), reference])
  replace(revision, signature, updated)
}

/** ISO 19005-2 and 19005-3, §6.1.12, of a certified file; optional until PDF 2.0 (ISO 32000-1 Table 253). */
function forbidsDigestMethod(document: PdfDocument): boolean {
  const part = archivalPart(document)
  return part === 2 || part === 3
}

/** Makes the signature the one that certifies the document (ISO 32000-2 §12.8.2.2, §12.8.6). */
export function addCertification(revision: Revision, signature: PdfRef, permission: 1 | 2 | 3): void {
  addReference(revision, signature, 'DocMDP', { P: permission })
  const { ref, dict: catalog } = catalogOf(revision.document)
  const now = current(revision, ref)
  const updated = copyDict(isDict(now) ? now : catalog)
  const permissions = copyDict(dictEntry(revision.document, updated, 'Perms') ?? dict())
  permissions.entries.set('DocMDP', signature)
  updated.entries.set('Perms', permissions)
  replace(revision, ref, updated)
}
