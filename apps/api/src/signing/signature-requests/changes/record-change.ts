import type { AccountActor } from '#api/platform/actor.ts'
import type { Context } from '#api/providers/context.ts'
import type { Place } from '#api/platform/values/signer-field.ts'
import type { Transaction } from '#api/platform/db/transaction.ts'
import { eventActor, type NewEvent } from '#api/evidence/append-event.ts'
import { appendEvent } from '../append-event.ts'
import { recordObservers } from '#api/signing/observers/record-observers.ts'
import { groupInEvidence, peopleOf } from '../signers/group-signature.ts'
import type { Signature, SignatureRequest } from '../signature-request.ts'

/** The signers that were there before and are not any longer. */
export function gone(before: SignatureRequest, after: SignatureRequest): Signature[] {
  const kept = new Set(after.signatures.map((signature) => signature.id))
  return before.signatures.filter((signature) => !kept.has(signature.id))
}

/** Keeps what an owner changed as evidence: who came and went, and of what was sent already each field that is new. */
export async function recordChange(
  context: Context,
  tx: Transaction,
  actor: AccountActor,
  before: SignatureRequest,
  after: SignatureRequest,
): Promise<void> {
  const at = context.now()
  const who = eventActor(actor)
  for (const signature of gone(before, after))
    await appendEvent(tx, after.id, comingOrGoing('removed', signature, { at, actor: who }))
  for (const signature of gone(after, before))
    await appendEvent(tx, after.id, comingOrGoing('added', signature, { at, actor: who }))
  await recordObservers(context, tx, actor, before, after)
  if (editorsOf(before) !== editorsOf(after))
    await appendEvent(tx, after.id, {
      type: 'changed',
      at,
      actor: who,
      data: {
        fields: ['editors'],
        changes: { editors: { before: editorsOf(before), after: editorsOf(after) } },
      },
    })
  // While it is a draft nobody else sees the words; what counts is what was sent.
  if (before.status !== 'OPEN') return
  const signers = changedSigners(before, after)
  const changes = changedFields(before, after)
  const reordered = orderOf(before) !== orderOf(after)
  const fields = [
    ...Object.keys(changes),
    ...(reordered ? ['documents'] : []),
    ...(signers.length > 0 ? ['signers'] : []),
  ]
  if (fields.length > 0)
    await appendEvent(tx, after.id, {
      type: 'changed',
      at,
      actor: who,
      data: { fields, changes, ...(signers.length > 0 ? { signers } : {}) },
    })
}

function comingOrGoing(
  what: 'added' | 'removed',
  signature: Signature,
  by: Pick<NewEvent, 'at' | 'actor'>,
): NewEvent {
  const { id, email, group } = signature
  if (!group) return { ...by, type: `signer_${what}`, data: { signatureId: id, email } }
  const data = {
    signatureId: id,
    groupId: group.id,
    groupVersionId: group.versionId,
    ...groupInEvidence(signature),
    members: peopleOf(signature).map((member) => member.email),
  }
  return { ...by, type: `signer_group_${what}`, data }
}

/** What was there and what is there now. */
type Changes = Record<string, { readonly before: string | null; readonly after: string | null }>

export function changedFields(before: SignatureRequest, after: SignatureRequest): Changes {
  const fields = ['title', 'message', 'quality', 'legislation', 'expiresAt'] as const
  return changesIn(fields, (field) => [shown(before[field]), shown(after[field])])
}

function changesIn<Field extends string>(
  fields: readonly Field[],
  valuesOf: (field: Field) => readonly [string | null, string | null],
): Changes {
  return Object.fromEntries(
    fields.flatMap((field) => {
      const [before, after] = valuesOf(field)
      return before === after ? [] : [[field, { before, after }]]
    }),
  )
}

const editorsOf = ({ editors = [] }: SignatureRequest) => editors.map(({ email }) => email).join(', ')

export const orderOf = ({ documents }: SignatureRequest) => documents.map(({ id }) => id).join()

function shown(value: string | number | boolean | Date | null): string | null {
  return value instanceof Date ? value.toISOString() : value === null ? null : String(value)
}

const signerFields = ['firstName', 'lastName', 'language', 'sequence', 'notify'] as const

/** Of each signer that stayed: what is new, and the name that is now asked to sign. */
export function changedSigners(before: SignatureRequest, after: SignatureRequest) {
  const known = new Map(before.signatures.map((signature) => [signature.id, signature]))
  return after.signatures.flatMap((signature) => {
    const old = known.get(signature.id)
    if (!old) return []
    const changes = changesIn(signerFields, (field) => [shown(old[field]), shown(signature[field])])
    const moved = placesOf(old) !== placesOf(signature)
    const fields = [
      ...Object.keys(changes),
      // A number is its signer's and the owner's to see: what it was does not go into what everybody reads.
      ...(old.mobile === signature.mobile ? [] : ['mobile']),
      ...(moved ? ['documents'] : []),
    ]
    const { id, email, firstName, lastName } = signature
    return fields.length > 0 ? [{ signatureId: id, email, firstName, lastName, fields, changes }] : []
  })
}

/** What someone signs and fills in, and where, as one text to compare. */
function placesOf(signature: Signature): string {
  const numbers = ({ page, x, y, width, height, rotation }: Place) => [page, x, y, width, height, rotation]
  const placed = signature.documents.map(({ documentId, places, formField, fields }) => [
    documentId,
    formField,
    places.map(numbers),
    fields.map((field) => [
      ...Object.entries(field).filter(([, value]) => typeof value !== 'object'),
      field.place && numbers(field.place),
      field.options.map(({ value, label, place }) => [value, label, place && numbers(place)]),
    ]),
  ])
  return placed
    .map((one) => JSON.stringify(one))
    .toSorted()
    .join()
}
