import type { Draft } from './draft.ts'
import type { Decision, People, Sides } from './merge-parts.ts'
import { decideForSigner, idOf, ofEach, peopleOf } from './merge-parts.ts'
import { type DraftSignerField, signerFieldContent } from '../fields/signer-fields.ts'

/** Field by field, in the order they have here, then those that were added elsewhere. */
export function mergeSignerFields(
  sides: Sides,
  people: People,
  documentIds: readonly string[],
  decide: Decision,
): DraftSignerField[] {
  const fields = ofEach(sides, fieldsOf)
  const [, here, there] = fields
  const each = ofEach(sides, peopleOf)
  return [...new Set([...here.keys(), ...there.keys()])].flatMap((at): DraftSignerField[] => {
    const known = here.get(at) ?? there.get(at)
    const person = known && people.get(known.signer)
    if (!known || !person || !documentIds.includes(known.content.documentId)) return []
    const part = { kind: 'signerField', signer: known.signer, id: known.content.field.id } as const
    const contents = ofEach(fields, (side) => side.get(at)?.content)
    const said = decideForSigner(each, part, contents, decide)
    return said ? [{ ...said, signerKey: person.key }] : []
  })
}

interface FieldMatch {
  /** By the id that is the same on every side. */
  readonly signer: string
  readonly content: Omit<DraftSignerField, 'signerKey'>
}

function fieldsOf(side: Draft): ReadonlyMap<string, FieldMatch> {
  const ids = new Map(side.signers.map((signer) => [signer.key, idOf(signer)]))
  return new Map(
    side.signerFields.map(({ signerKey, documentId, field }) => {
      const signer = ids.get(signerKey) ?? signerKey
      return [`${signer} ${field.id}`, { signer, content: { documentId, field: signerFieldContent(field) } }]
    }),
  )
}
