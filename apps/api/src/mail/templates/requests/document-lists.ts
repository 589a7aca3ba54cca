import type { Part } from '../layout.ts'
import { shownName } from '../shown-text.ts'
import type { Wording } from '../wording.ts'

/** What a signer signs, and what they are shown besides where others sign it. */
export function documentLists(
  { documents, forInformation = [] }: { documents: string[]; forInformation?: string[] },
  labels: Wording['labels'],
): Part[] {
  if (forInformation.length === 0)
    return [{ kind: 'list', label: labels.documents, items: documents.map(shownName) }]
  return [
    { kind: 'list', label: labels.documentsToSign, items: documents.map(shownName) },
    { kind: 'list', label: labels.documentsForInformation, items: forInformation.map(shownName) },
  ]
}
