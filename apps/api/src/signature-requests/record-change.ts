import type { AccountActor } from '#api/actor.ts'
import type { Context } from '#api/context.ts'
import type { Transaction } from '#api/db/transaction.ts'
import { appendEvent, eventActor } from '#api/evidence/append-event.ts'
import { recordObservers } from '#api/observers/record-observers.ts'
import type { Signature, SignatureRequest } from './signature-request.ts'

/** The signers that were there before and are not any more. */
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
  for (const { id, email } of gone(before, after))
    await appendEvent(tx, after.id, {
      type: 'signer_removed',
      at,
      actor: who,
      data: { signatureId: id, email },
    })
  for (const { id, email } of gone(after, before))
    await appendEvent(tx, after.id, {
      type: 'signer_added',
      at,
      actor: who,
      data: { signatureId: id, email },
    })
  await recordObservers(context, tx, actor, before, after)
  // While it is a draft nobody else sees the words; what counts is what was sent.
  if (before.status !== 'OPEN') return
  const signers = changedSigners(before, after)
  const fields = [...changedFields(before, after), ...(signers.length > 0 ? ['signers'] : [])]
  if (fields.length > 0)
    await appendEvent(tx, after.id, {
      type: 'changed',
      at,
      actor: who,
      data: { fields, ...(signers.length > 0 ? { signers } : {}) },
    })
}

function changedFields(before: SignatureRequest, after: SignatureRequest): string[] {
  const fields: string[] = (['title', 'message', 'quality', 'legislation', 'expiresAt'] as const).filter(
    (field) => String(before[field]) !== String(after[field]),
  )
  const order = ({ documents }: SignatureRequest) => documents.map(({ id }) => id).join()
  return order(before) === order(after) ? fields : [...fields, 'documents']
}

const signerFields = [
  'firstName',
  'lastName',
  'mobile',
  'language',
  'sequence',
  'notify',
  'documents',
] as const

/** Of each signer that stayed: what is new, and the name that is now asked to sign. */
function changedSigners(before: SignatureRequest, after: SignatureRequest) {
  const known = new Map(before.signatures.map((signature) => [signature.id, signature]))
  return after.signatures.flatMap((signature) => {
    const old = known.get(signature.id)
    const fields = old
      ? signerFields.filter((field) => valueOf(old, field) !== valueOf(signature, field))
      : []
    const { id, email, firstName, lastName } = signature
    return fields.length > 0 ? [{ signatureId: id, email, firstName, lastName, fields }] : []
  })
}

function valueOf(signature: Signature, field: (typeof signerFields)[number]): string {
  if (field !== 'documents') return String(signature[field])
  const placed = signature.documents.map(({ documentId, place, formField }) => [
    documentId,
    formField,
    place && [place.page, place.x, place.y, place.width, place.height, place.rotation],
  ])
  return placed
    .map((one) => JSON.stringify(one))
    .toSorted()
    .join()
}
