import type { ProtocolWords } from './protocol-words/words.ts'
import type { FilledField } from './signed-event.ts'

/** What a signer filled in in one document: a heading with the document, then each label with its value. */
export function filledInFacts(
  {
    documentName,
    fields = [],
  }: { readonly documentName: string; readonly fields?: readonly FilledField[] | undefined },
  words: ProtocolWords,
): [label: string, value: string][] {
  if (fields.length === 0) return []
  return [
    [words.filledIn, documentName],
    ...fields.map(({ label, value }): [string, string] => [label, shownValue(value, words)]),
  ]
}

function shownValue(value: FilledField['value'], words: ProtocolWords): string {
  if (typeof value === 'boolean') return value ? words.yes : words.no
  return value === null || value === '' ? words.none : value
}
