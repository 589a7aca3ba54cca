import type { AccountActor } from '#api/platform/actor.ts'
import type { Context } from '#api/providers/context.ts'
import type { Transaction } from '#api/platform/db/transaction.ts'
import { insertCommitted } from '#api/evidence/committed-values-repository.ts'
import { eventActor, type NewEvent } from '#api/evidence/append-event.ts'
import { appendEvent } from '../append-event.ts'
import { recordObservers } from '#api/signing/observers/record-observers.ts'
import { changedSigners, signersWithFields } from './changed-signers.ts'
import { commitChanges } from './committed-changes.ts'
import { type Differences, differences } from './differences.ts'
import { splitChanges } from './split-changes.ts'
import { groupInEvidence, peopleOf } from '../signers/group-signature.ts'
import { nameGivenTo, type Signature, type SignatureRequest } from '../signature-request.ts'

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
  await recordCorrection(tx, before, after, { at, actor: who })
}

/** Of what was sent already, each value before and after; nothing where it was only saved again. */
async function recordCorrection(
  tx: Transaction,
  before: SignatureRequest,
  after: SignatureRequest,
  by: Pick<NewEvent, 'at' | 'actor'>,
): Promise<void> {
  const changes = changedFields(before, after)
  const reordered = orderOf(before) !== orderOf(after)
  const parts = splitChanges([...changedSigners(before, after), ...signersWithFields(before, after)])
  const own = [...Object.keys(changes), ...(reordered ? ['documents'] : [])]
  const request = reordered
    ? {
        changes: { ...changes, documents: { before: namesOf(before), after: namesOf(after) } },
        documentIds: { before: idsOf(before), after: idsOf(after) },
      }
    : { changes }
  const events = parts.length > 0 ? parts : own.length > 0 ? [[]] : []
  for (const [index, part] of events.entries()) {
    const { signers, values } = commitChanges(part)
    await insertCommitted(tx, after.id, values)
    await appendEvent(tx, after.id, {
      ...by,
      type: 'changed',
      data: {
        fields: [...(index === 0 ? own : []), ...(signers.length > 0 ? ['signers'] : [])],
        ...(index === 0 ? request : { changes: {} }),
        ...(signers.length > 0 ? { signers } : {}),
      },
    })
  }
}

function comingOrGoing(
  what: 'added' | 'removed',
  signature: Signature,
  by: Pick<NewEvent, 'at' | 'actor'>,
): NewEvent {
  const { id, email, group } = signature
  const name = nameGivenTo(signature)
  if (!group)
    return { ...by, type: `signer_${what}`, data: { signatureId: id, email, ...(name ? { name } : {}) } }
  const data = {
    signatureId: id,
    groupId: group.id,
    groupVersionId: group.versionId,
    ...groupInEvidence(signature),
    members: peopleOf(signature).map((member) => member.email),
  }
  return { ...by, type: `signer_group_${what}`, data }
}

/** Of the request itself. */
export function changedFields(before: SignatureRequest, after: SignatureRequest): Differences {
  return differences(settingsOf(before), settingsOf(after))
}

function settingsOf(request: SignatureRequest): Record<string, string | null> {
  const { title, message, quality, legislation, expiresAt, mailAttachments } = request
  const chosen = (choice: boolean | undefined) => (choice === undefined ? null : String(choice))
  return {
    title,
    message,
    quality,
    legislation,
    expiresAt: expiresAt?.toISOString() ?? null,
    signedDocument: chosen(mailAttachments?.signedDocument),
    signatureProtocol: chosen(mailAttachments?.signatureProtocol),
  }
}

const editorsOf = ({ editors = [] }: SignatureRequest) => editors.map(({ email }) => email).join(', ')

const idsOf = ({ documents }: SignatureRequest) => documents.map(({ id }) => id)
const namesOf = ({ documents }: SignatureRequest) => documents.map(({ name }) => name).join(', ')
export const orderOf = (request: SignatureRequest) => idsOf(request).join()
