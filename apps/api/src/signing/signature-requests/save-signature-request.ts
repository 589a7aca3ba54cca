import { nothing, together } from '#api/platform/db/pipelining.ts'
import type { Transaction } from '#api/platform/db/transaction.ts'
import { Refusal } from '#api/platform/refusal.ts'
import { saveAttachments } from '#api/signing/attachments/repository.ts'
import { type FormerLink, insertFormerLinks } from '#api/signing/direct-links/repository.ts'
import { forgetRemovedGuests } from '#api/signing/identifications/ending/forget-guests.ts'
import { removeInputs } from '#api/signing/signer-fields/repository.ts'
import { saveObservers } from '#api/signing/observers/repository.ts'
import { refreshDeletion } from '#api/signing/retention/rule-repository.ts'
import { refreshAccess } from './lists/access-repository.ts'
import { removeDepartures } from './ending/departure-repository.ts'
import { allPeopleOf } from './signers/group-signature.ts'
import * as repository from './repository.ts'
import type { Signature, SignatureRequest } from './signature-request.ts'

/** Writes a new request down with all that belongs to it. */
export async function insertSignatureRequest(
  tx: Transaction,
  request: SignatureRequest,
  templateId?: string,
): Promise<void> {
  await repository.insert(tx, request, templateId)
  await saveObservers(tx, request)
  await saveAttachments(tx, request, { ...request, attachments: [] })
  await refreshAccess(tx, request.id)
}

/**
 * Saves a request that was locked as `before`, changed, with all that belongs to it. The version it was read at has to be
 * the one that is there; parts that are still the same are not written.
 */
export async function saveSignatureRequest(
  tx: Transaction,
  before: SignatureRequest,
  request: SignatureRequest,
): Promise<void> {
  if (request.signatures !== before.signatures)
    await forgetRemovedGuests(tx, before, request, request.updatedAt)
  const [isCurrent] = await together([
    repository.save(tx, before, request),
    request.signatures === before.signatures ? nothing : saveChangedSignatures(tx, before, request),
    request.observers === before.observers ? nothing : saveChangedObservers(tx, before, request),
    request.attachments === before.attachments ? nothing : saveAttachments(tx, request, before),
  ])
  if (!isCurrent) throw new Refusal('request.changed')
  const hasEnded = request.completedAt?.getTime() !== before.completedAt?.getTime()
  if (request.retention && (hasEnded || request.quality !== before.quality))
    await refreshDeletion(tx, request.id)
  await refreshAccess(tx, request.id)
}

async function saveChangedSignatures(
  tx: Transaction,
  before: SignatureRequest,
  request: SignatureRequest,
): Promise<void> {
  await together([
    insertFormerLinks(tx, formerLinks(before, request)),
    removeInputs(tx, settledSince(before, request)),
  ])
}

async function saveChangedObservers(
  tx: Transaction,
  before: SignatureRequest,
  request: SignatureRequest,
): Promise<void> {
  await saveObservers(tx, request, before)
  await bringBackObservers(tx, before, request)
}

/** Signed, declined or over: what was filled in and not signed is of no use to anyone. */
function settledSince(before: SignatureRequest, after: SignatureRequest): string[] {
  const isOpen = ({ status }: Signature) => ['DRAFT', 'WAITING', 'OPEN'].includes(status)
  const wereOpen = new Set(before.signatures.filter(isOpen).map(({ id }) => id))
  return after.signatures.filter((one) => !isOpen(one) && wereOpen.has(one.id)).map(({ id }) => id)
}

/** The links that open nothing any longer after a change, and why. */
function formerLinks(before: SignatureRequest, after: SignatureRequest): FormerLink[] {
  const ids = new Set(after.signatures.map(({ id }) => id))
  const open = new Set(allPeopleOf(after.signatures).map(({ link }) => link?.hash.toString('hex')))
  return allPeopleOf(before.signatures).flatMap(({ id, link }): FormerLink[] => {
    if (!link || open.has(link.hash.toString('hex'))) return []
    return [{ hash: link.hash, requestId: before.id, reason: ids.has(id) ? 'delegated' : 'removed' }]
  })
}

/** An observer who had left and is added again sees the request again. */
async function bringBackObservers(
  tx: Transaction,
  before: SignatureRequest,
  request: SignatureRequest,
): Promise<void> {
  const known = new Set(before.observers.map(({ id }) => id))
  const back = request.observers.flatMap(({ id, accountId }) =>
    accountId && !known.has(id) && request.departed.includes(accountId) ? [accountId] : [],
  )
  if (back.length > 0) await removeDepartures(tx, request.id, back)
}
