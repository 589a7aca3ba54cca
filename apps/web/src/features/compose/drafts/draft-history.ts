import type { Draft, DraftField, DraftSigner } from './draft.ts'
import type { DraftSignerField } from '../fields/signer-fields.ts'

/** What can be undone: where fields stand, and who was added or removed. Words are the text fields' own to undo. */

interface Side {
  readonly signers: readonly DraftSigner[]
  readonly fields: readonly DraftField[]
  readonly signerFields: readonly DraftSignerField[]
}

interface Step {
  readonly before: Side
  readonly after: Side
  /** Changes of one gesture, such as a drag, are one step. */
  readonly gesture: string | null
}

export interface History {
  readonly past: readonly Step[]
  readonly future: readonly Step[]
}

export const noHistory: History = { past: [], future: [] }
const stepsAtMost = 100

/** The history after a change that was made; what had been undone cannot be done again. */
export function remembered(history: History, before: Draft, after: Draft, gesture: string | null): History {
  if (isSameSide(before, after)) return history
  const last = history.past.at(-1)
  if (gesture !== null && last?.gesture === gesture && history.future.length === 0) {
    return { past: [...history.past.slice(0, -1), { ...last, after: sideOf(after) }], future: [] }
  }
  const step = { before: sideOf(before), after: sideOf(after), gesture }
  return { past: [...history.past, step].slice(-stepsAtMost), future: [] }
}

function sideOf({ signers, fields, signerFields }: Draft): Side {
  return { signers, fields, signerFields }
}

const isSameSide = (before: Side, after: Side): boolean =>
  before.fields === after.fields &&
  before.signerFields === after.signerFields &&
  before.signers === after.signers

/** Goes back a step. Null: there is none. */
export function undone(draft: Draft, { past, future }: History): { draft: Draft; history: History } | null {
  const step = past.at(-1)
  if (!step) return null
  return {
    draft: between(draft, step.after, step.before),
    history: { past: past.slice(0, -1), future: [{ ...step, gesture: null }, ...future] },
  }
}

/** Goes forward again. */
export function redone(draft: Draft, { past, future }: History): { draft: Draft; history: History } | null {
  const [step, ...rest] = future
  if (!step) return null
  return { draft: between(draft, step.before, step.after), history: { past: [...past, step], future: rest } }
}

/** From one side of a step to its other: what else has changed since then stays as it is. */
function between(draft: Draft, from: Side, to: Side): Draft {
  const gone = from.signers.filter(({ key }) => !to.signers.some((signer) => signer.key === key))
  const kept = draft.signers.filter(({ key }) => !gone.some((signer) => signer.key === key))
  const signers = [...kept]
  to.signers.forEach((signer, index) => {
    const isBack = !from.signers.some(({ key }) => key === signer.key)
    if (isBack && !kept.some(({ key }) => key === signer.key)) signers.splice(index, 0, signer)
  })
  const people = new Set(signers.map(({ key }) => key))
  const documents = new Set(draft.documentIds)
  const isKept = ({ signerKey, documentId }: OnDocument) => people.has(signerKey) && documents.has(documentId)
  const changed = <T extends OnDocument>(of: (side: Side) => readonly T[], idOf: (field: T) => string) =>
    changedFields([of(draft), of(from), of(to)], idOf).filter(isKept)
  return {
    ...draft,
    signers,
    fields: changed<DraftField>(
      ({ fields }) => fields,
      ({ signerKey, documentId }) => `${signerKey} ${documentId}`,
    ),
    signerFields: changed<DraftSignerField>(
      ({ signerFields }) => signerFields,
      ({ signerKey, field }) => `${signerKey} ${field.id}`,
    ),
  }
}

type OnDocument = Pick<DraftField, 'signerKey' | 'documentId'>

/** What one side of a step and the other say differently, taken from the other; in the order they have. */
function changedFields<T>(
  [now, from, to]: readonly [readonly T[], readonly T[], readonly T[]],
  idOf: (field: T) => string,
): T[] {
  const before = new Map(from.map((field) => [idOf(field), field]))
  const after = new Map(to.map((field) => [idOf(field), field]))
  const touched = new Set(
    [...before.keys(), ...after.keys()].filter((id) => before.get(id) !== after.get(id)),
  )
  const fields = now.filter((field) => !touched.has(idOf(field)))
  for (const id of touched) {
    const field = after.get(id)
    if (field) fields.push(field)
  }
  return fields
}
