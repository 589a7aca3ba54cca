import { arrayEntry, catalogOf, dictEntry, entryOf, resolve } from './reader/document.ts'
import type { PdfDocument } from './reader/document.ts'
import { isDict, isName } from './reader/objects.ts'
import type { PdfDict } from './reader/objects.ts'

/**
 * What a certifying signature permits (ISO 32000-2 §12.8.2.2): 1 nothing, 2 filling in and signing,
 * 3 annotating as well; undefined when the document is not certified.
 */
export function certifiedPermission(document: PdfDocument): 1 | 2 | 3 | undefined {
  const permissions = dictEntry(document, catalogOf(document).dict, 'Perms')
  const signature = permissions && dictEntry(document, permissions, 'DocMDP')
  return signature && docMdpPermission(document, signature)
}

/** The DocMDP permission a signature dictionary states, if it certifies. */
export function docMdpPermission(document: PdfDocument, signature: PdfDict): 1 | 2 | 3 | undefined {
  const parameters = transformParameters(document, signature, 'DocMDP')
  if (!parameters) return undefined
  const permission = entryOf(document, parameters, 'P')
  return permission === 1 || permission === 3 ? permission : 2 // ISO 32000-2 Table 257: 2 unless said
}

/** The parameters of a signature's transform method; an empty dictionary when it has the method without them. */
export function transformParameters(
  document: PdfDocument,
  signature: PdfDict,
  method: 'DocMDP' | 'FieldMDP',
): PdfDict | undefined {
  for (const item of arrayEntry(document, signature, 'Reference') ?? []) {
    const reference = resolve(document, item)
    if (!isDict(reference)) continue
    const found = entryOf(document, reference, 'TransformMethod')
    if (!isName(found) || found.name !== method) continue
    return dictEntry(document, reference, 'TransformParams') ?? { kind: 'dict', entries: new Map() }
  }
  return undefined
}
