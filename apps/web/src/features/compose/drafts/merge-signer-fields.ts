import type { Draft } from './draft.ts'
import type { Decision, People, Sides } from './merge-parts.ts'
import { idOf, peopleOf } from './merge-parts.ts'
import { type DraftSignerField, signerFieldContent } from '../fields/signer-fields.ts'

/** Field by field, in the order they have here, then those that were added elsewhere. */
export function mergeSignerFields(sides: Sides, people: People, decide: Decision): DraftSignerField[] {
  const [was, here, there] = [fieldsOf(sides[0]), fieldsOf(sides[1]), fieldsOf(sides[2])]
  const [, mine, theirs] = [peopleOf(sides[0]), peopleOf(sides[1]), peopleOf(sides[2])]
  return [...new Set([...here.keys(), ...there.keys()])].flatMap((at): DraftSignerField[] => {
    const known = here.get(at) ?? there.get(at)
    const person = known && people.get(known.signer)
    if (!known || !person) return []
    const { signer, content } = known
    const isOnBoth = mine.has(signer) && theirs.has(signer)
    const said = isOnBoth
      ? decide({ kind: 'signerField', signer, id: content.field.id }, [
          was.get(at)?.content ?? null,
          here.get(at)?.content ?? null,
          there.get(at)?.content ?? null,
        ])
      : content
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
