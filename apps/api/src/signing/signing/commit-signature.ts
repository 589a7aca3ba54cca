import { recordSignature } from '#api/business/activity/record-repository.ts'
import { approvalInEvidence } from '#api/signing/approvals/approval-in-evidence.ts'
import { findLease, leased } from '#api/signing/approvals/leases/lease-repository.ts'
import { identificationInEvidence } from '#api/signing/identifications/proof/identification-in-evidence.ts'
import type { Context } from '#api/providers/context.ts'
import type { SigningPartyRow } from '#api/platform/db/tables.ts'
import { type Transaction, transaction } from '#api/platform/db/transaction.ts'
import { nothing, together } from '#api/platform/db/pipelining.ts'
import * as documents from '#api/documents/documents/repository.ts'
import { type NewEvent, systemActor } from '#api/evidence/append-event.ts'
import { appendEvents } from '#api/signing/signature-requests/append-event.ts'
import { groupInEvidence, settle } from '#api/signing/signature-requests/signers/group-signature.ts'
import { setSignedValues } from '#api/signing/signature-requests/contents-repository.ts'
import { inviteNewTurns, notifyOfSignature } from '#api/signing/signature-requests/notifications/notify.ts'
import * as requests from '#api/signing/signature-requests/repository.ts'
import { saveSignatureRequest } from '#api/signing/signature-requests/save-signature-request.ts'
import {
  completeSignature,
  documentsToSign,
  type Signature,
  type SignatureRequest,
} from '#api/signing/signature-requests/signature-request.ts'
import { recordUsage } from '#api/billing/usage/record-usage.ts'
import { refreshDeletion } from '#api/signing/retention/rule-repository.ts'
import { fieldsInEvidence, signedValues } from '#api/signing/signer-fields/signed-values.ts'
import { closeSigning } from './close-signing.ts'
import type { Signing } from './repository.ts'
import { closeWithError } from './close-with-error.ts'
import { allReady, type NewVersion } from './engine/sign-documents.ts'

/** Milliseconds for which the request's row is locked for versions that are being stored and checked. */
const readySoon = 250

/** The store or the validator takes its time: others are not to wait for it. */
class NotReadySoon extends Error {}

/** Another signature came in between: this one was made on a version that is no longer the newest. */
export class SignatureOvertaken extends Error {
  override name = 'SignatureOvertaken'
}

/**
 * Makes the signature count, all in one transaction: new versions, the signature, the next turn or the end, evidence,
 * mails. The signing's own row decides who comes first, so a job that ran twice is accepted once. That the versions are stored,
 * and what our validator says of them, is waited for before anything is committed; the rest is made ready beside it.
 */
export async function commitSignature(
  context: Context,
  signing: Signing,
  newVersions: readonly NewVersion[],
): Promise<void> {
  const commitOnce = () => transaction(context.db, (tx) => commit(context, tx, signing, newVersions))
  try {
    await commitOnce().catch(async (error: unknown) => {
      if (!(error instanceof NotReadySoon)) throw error
      await allReady(newVersions)
      await commitOnce()
    })
  } catch (error) {
    if (!(error instanceof ClosedMeanwhile)) throw error
  }
}

/** Another run of the same job has closed the signing. */
class ClosedMeanwhile extends Error {}

async function commit(
  context: Context,
  tx: Transaction,
  signing: Signing,
  newVersions: readonly NewVersion[],
): Promise<void> {
  const request = await requests.lockForNoKeyUpdate(tx, signing.request_id)
  const signature = request?.signatures.find((one) => one.id === signing.signature_id)
  if (!request || !signature) return
  // Declined, withdrawn or expired while it was being made: what was made of it counts for nothing.
  if (request.status !== 'OPEN' || signature.status !== 'OPEN')
    return closeWithError(context, tx, signing, 'request.not_open')
  if (!sameVersions(request, signature, newVersions))
    throw new SignatureOvertaken('The documents changed while they were being signed')
  const now = context.now()
  const [lease, isClosed, renewed] = await together([
    findLease(context, tx, leased(request, signature), signing.approval_id),
    closeSigning(tx, signing.id, { status: 'SIGNED', error: null, at: now }),
    withVersions(tx, request, newVersions),
  ])
  if (lease) throw new SignatureOvertaken('Someone took the request while this was being signed')
  // The signing was read before the lock: another run of its job may have closed it with an error since.
  if (!isClosed) throw new ClosedMeanwhile()
  const settled = settle(renewed, signature.id, { memberId: signing.member_id, name: signing.signing_name })
  const made = { signatureId: signature.id, name: signing.signing_name }
  const completed = completeSignature(settled, made, now)
  const signed = completed.signatures.find((one) => one.id === signature.id)
  // First, and its changes before anything it waits for: callbacks are made of the rows by a trigger on the evidence.
  const saving = async () => {
    await saveSignatureRequest(tx, request, completed)
    if (signing.quality === 'PART11' && request.retention) await refreshDeletion(tx, request.id)
    // These go by what was saved, or change it.
    await together([
      saveSignedValues(tx, signature, signing),
      recordSignature(tx, signing.id, now),
      inviteNewTurns(context, tx, request, completed),
    ])
  }
  await together([
    saving(),
    record(context, tx, signing, completed, newVersions),
    recordUsage(context, tx, { signingId: signing.id, ownerId: request.owner.id, quality: signing.quality }),
    signed ? notifyOfSignature(context, tx, completed, signed) : nothing,
    allReadySoon(newVersions),
  ])
}

async function allReadySoon(newVersions: readonly NewVersion[]): Promise<void> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new NotReadySoon()), readySoon)
  try {
    await Promise.race([allReady(newVersions), late])
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Are these the documents that this signer signs, each made from the version that is there? The request's own version may
 * have moved on: nothing that a signature shows can be changed while one is being made (`hasBegun`).
 */
function sameVersions(
  request: SignatureRequest,
  signature: Signature,
  newVersions: readonly NewVersion[],
): boolean {
  const documents = documentsToSign(request, signature)
  return (
    documents.length === newVersions.length &&
    documents.every((document) =>
      newVersions.some((one) => one.documentId === document.id && one.baseVersionId === document.versionId),
    )
  )
}

/** What the signer filled in is for all to see from now on. */
async function saveSignedValues(tx: Transaction, signature: Signature, signing: Signing): Promise<void> {
  for (const { documentId, fields } of signature.documents)
    if (fields.length > 0)
      await setSignedValues(tx, {
        signatureId: signature.id,
        documentId,
        values: signedValues(signature, documentId, signing),
      })
}

async function withVersions(
  tx: Transaction,
  request: SignatureRequest,
  newVersions: readonly NewVersion[],
): Promise<SignatureRequest> {
  const versions = await documents.insertVersions(tx, newVersions)
  return {
    ...request,
    documents: request.documents.map((document) => ({
      ...document,
      versionId: versions.get(document.versionId) ?? document.versionId,
    })),
  }
}

async function record(
  context: Context,
  tx: Transaction,
  signing: Signing,
  completed: SignatureRequest,
  newVersions: readonly NewVersion[],
): Promise<void> {
  const signature = completed.signatures.find((one) => one.id === signing.signature_id)
  const at = context.now()
  const identificationId = signing.party?.kind === 'person' ? signing.party.identificationId : null
  const [approval, identification] = await together([
    approvalInEvidence(tx, signing.approval_id),
    identificationInEvidence(tx, identificationId),
  ])
  const signed: NewEvent = {
    type: 'signed',
    at,
    actor: signing.actor,
    data: {
      signatureId: signing.signature_id,
      signingId: signing.id,
      name: signing.signing_name,
      email: signature?.email ?? null,
      ...(signature ? groupInEvidence(signature) : {}),
      reason: signing.signing_reason,
      quality: signing.quality,
      ...(signing.legislation ? { legislation: signing.legislation } : {}),
      ...(signing.party ? { trustService: signing.service, signedAs: namedIn(signing.party) } : {}),
      ...(approval ? { approval } : {}),
      ...(identification ? { identification } : {}),
      documents: newVersions.map((one) => ({
        documentId: one.documentId,
        versionId: completed.documents.find((document) => document.id === one.documentId)?.versionId,
        sha256: one.stored.sha256,
        size: one.stored.size,
        fieldName: one.fieldName,
        ...one.properties,
        ...(signature ? fieldsInEvidence(signature, one.documentId, signing) : {}),
        timestampTime: one.properties.timestampTime?.toISOString() ?? null,
      })),
    },
  }
  const isComplete = completed.status === 'SIGNED'
  const completion: NewEvent = { type: 'completed', at, actor: systemActor }
  await appendEvents(tx, completed.id, isComplete ? [signed, completion] : [signed])
}

/** Whom the certificate was ordered for. */
function namedIn(party: SigningPartyRow): string {
  return party.kind === 'seal' ? party.label : `${party.givenName} ${party.surname}`
}
