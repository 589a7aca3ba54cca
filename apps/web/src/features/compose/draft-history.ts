import type { Draft, DraftField, DraftSigner } from './draft.ts'

/** What can be undone: where fields stand, and who was added or removed. Words are the text fields' own to undo. */

interface Side {
  readonly signers: readonly DraftSigner[]
  readonly fields: readonly DraftField[]
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
  if (before.fields === after.fields && before.signers === after.signers) return history
  const last = history.past.at(-1)
  if (gesture !== null && last?.gesture === gesture && history.future.length === 0) {
    return { past: [...history.past.slice(0, -1), { ...last, after: sideOf(after) }], future: [] }
  }
  const step = { before: sideOf(before), after: sideOf(after), gesture }
  return { past: [...history.past, step].slice(-stepsAtMost), future: [] }
}

function sideOf({ signers, fields }: Draft): Side {
  return { signers, fields }
}

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
  return { ...draft, signers, fields: changedFields(draft, from, to, signers) }
}

const idOf = (field: DraftField) => `${field.signerKey} ${field.documentId}`

function changedFields(draft: Draft, from: Side, to: Side, signers: readonly DraftSigner[]): DraftField[] {
  const before = new Map(from.fields.map((field) => [idOf(field), field]))
  const after = new Map(to.fields.map((field) => [idOf(field), field]))
  const touched = new Set(
    [...before.keys(), ...after.keys()].filter((id) => before.get(id) !== after.get(id)),
  )
  const people = new Set(signers.map(({ key }) => key))
  const documents = new Set(draft.documentIds)
  const fields = [...draft.fields.filter((field) => !touched.has(idOf(field)))]
  for (const id of touched) {
    const field = after.get(id)
    if (field) fields.push(field)
  }
  return fields.filter((field) => people.has(field.signerKey) && documents.has(field.documentId))
}
