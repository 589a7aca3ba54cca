import type { Participant } from '#api/actor.ts'
import type { Context } from '#api/context.ts'
import { type Transaction, transaction } from '#api/db/transaction.ts'
import { appendEvent, eventActor } from '#api/evidence/append-event.ts'
import { approvalsFor } from '#api/approvals/approvals-for.ts'
import { freeStaleLeases } from '#api/approvals/stale-leases.ts'
import { refuseLocked } from '#api/approvals/locks.ts'
import { openApproval } from '#api/approvals/open-approval.ts'
import { readSigningWords } from '#api/part11/read-signing-words.ts'
import type { Wanted } from '#api/qualities/quality.ts'
import { isSameName } from '#api/identifications/identification.ts'
import { planSigning, type SigningPlan } from '#api/qualities/signing-plan.ts'
import { Refusal } from '#api/refusal.ts'
import { planSeal } from '#api/seals/plan-seal.ts'
import { type Asked, groupInEvidence } from '#api/signature-requests/group-signature.ts'
import { allow, askedAs, ownSignatures } from '#api/signature-requests/policy.ts'
import * as requests from '#api/signature-requests/repository.ts'
import {
  documentsToSign,
  mayStartSigning,
  nameOf,
  type SignatureRequest,
} from '#api/signature-requests/signature-request.ts'
import { addSealJob } from './add-seal-job.ts'
import { chooseVisuals, type Look } from './choose-visuals.ts'
import { type NamedDocuments, refuseOtherDocuments } from './named-documents.ts'
import * as signings from './repository.ts'

export interface SignItem {
  readonly requestId: string
  /** Which of one's own it is about; null is the next one. */
  readonly signatureId: string | null
  readonly signingName: string | null
  readonly signingReason: string | null
  /** Of the signer, where it was told. */
  readonly timeZone: string | null
  /** More than the request asks for, where the signer wants that. */
  readonly weight: Wanted | null
  /** How it is to look, by document; where nothing is said, as the account has it. */
  readonly looks: ReadonlyMap<string, Look>
  readonly documents: NamedDocuments
}

/** What goes for all that is signed at once. */
export interface SigningManner {
  /** In which the signer is asked to approve. */
  readonly language: string
  /** Of the seal that it is signed with, in place of the signer's own signature. */
  readonly sealAccountName?: string | null | undefined
}

export interface Started {
  readonly requestId: string
  readonly signatureId: string
  readonly signingId: string
  /** False where it had been made before. */
  readonly isUnderWay: boolean
  /** How it is made, where it was begun just now. */
  readonly begun: SigningPlan | null
}

/**
 * Writes down that these are to be signed and adds their jobs, or what the signer has to do before; all or none. Nothing
 * is sealed here.
 */
export async function startSigning(
  context: Context,
  actor: Participant,
  items: readonly SignItem[],
  { language, sealAccountName = null }: SigningManner,
): Promise<Started[]> {
  await freeStaleLeases(
    context,
    items.map(({ requestId }) => requestId),
  )
  return transaction(context.db, async (tx) => {
    const started: Started[] = []
    // Always in the same order, so that two calls over the same requests do not wait for each other.
    for (const item of items.toSorted((a, b) => (a.requestId < b.requestId ? -1 : 1)))
      started.push(await startOne(context, tx, actor, item, sealAccountName))
    for (const { requestId, signingId, begun } of started)
      if (begun && !begun.approval) await addSealJob(tx, { id: signingId, request_id: requestId })
    for (const { plan, signingIds } of approvalsFor(started))
      await openApproval(context, tx, { plan, actor, signingIds, language })
    return started
  })
}

async function startOne(
  context: Context,
  tx: Transaction,
  actor: Participant,
  item: SignItem,
  sealAccountName: string | null,
): Promise<Started> {
  const request = await requests.findForUpdate(tx, item.requestId)
  allow(request, actor, 'sign')
  const signature = toSign(request, actor, item.signatureId)
  refuseOtherDocuments(request, signature, item.documents)
  const running = await signings.findNewest(tx, signature.id)
  const { memberId } = signature
  // Of two members of a group the first signs. This one is told, not shown the other's signing as theirs.
  if (running && running.status !== 'ERROR' && running.member_id !== memberId)
    throw new Refusal('signature.taken_by_member')
  // The second click of two: the first one's signing is the answer to both.
  if (running && running.status !== 'ERROR')
    return {
      requestId: request.id,
      signatureId: signature.id,
      signingId: running.id,
      isUnderWay: running.status === 'OPEN',
      begun: null,
    }
  const refusal = mayStartSigning(request, signature, context.now())
  if (refusal) throw new Refusal(refusal)
  const documentIds = documentsToSign(request, signature).map(({ id }) => id)
  await refuseLocked(context, tx, { requestId: request.id, documentIds })
  const { plan, images, visual } =
    sealAccountName === null
      ? {
          plan: await planSigning(context, tx, actor, { request, signature, weight: item.weight }),
          ...(await chooseVisuals(tx, actor, documentIds, item.looks)),
        }
      : await planSeal(context, tx, actor, { request, sealAccountName, weight: item.weight })
  const signingId = crypto.randomUUID()
  await signings.insertOpen(tx, {
    id: signingId,
    requestId: request.id,
    signatureId: signature.id,
    memberId,
    ...(await wordsOf(tx, actor, signature, item, plan)),
    images,
    visual,
    actor: eventActor(actor),
    plan,
  })
  await appendEvent(tx, request.id, {
    type: 'signing_started',
    at: context.now(),
    actor: eventActor(actor),
    data: {
      signatureId: signature.id,
      signingId,
      quality: plan.quality,
      documentIds,
      ...(plan.approval ? { approval: plan.approval } : {}),
      ...(plan.party?.kind === 'seal' ? { seal: sealAccountName, signedAs: plan.party.label } : {}),
      ...groupInEvidence(signature),
    },
  })
  return { requestId: request.id, signatureId: signature.id, signingId, isUnderWay: true, begun: plan }
}

/** Somebody who is asked twice signs twice: the one they name, or one after the other. */
function toSign(request: SignatureRequest, actor: Participant, named: string | null): Asked {
  const own = ownSignatures(request, actor).filter((one) => named === null || one.id === named)
  const next =
    own.find((one) => one.status === 'OPEN') ?? own.find((one) => one.status === 'WAITING') ?? own.at(-1)
  const asked = next && askedAs(next, actor)
  if (!asked) throw new Refusal('not_found')
  return asked
}

/** Who signs, as it stands in the signature, and why. Part 11 has rules for both. */
async function wordsOf(
  tx: Transaction,
  actor: Participant,
  signature: Asked,
  item: SignItem,
  { quality, party }: SigningPlan,
) {
  if (quality !== 'PART11')
    return {
      signingName: asCertified(signingName(actor, signature, item), party),
      signingReason: item.signingReason,
      timeZone: item.timeZone,
    }
  const { name, reason, timeZone } = await readSigningWords(tx, actor, item)
  return { signingName: name, signingReason: reason, timeZone }
}

/** An account signs in its own name. Whoever came by the link does so as the sender named them, or as they say. */
function signingName(actor: Participant, signature: Asked, item: SignItem): string {
  if (actor.kind === 'account') return actor.name
  return signature.firstName || signature.lastName ? nameOf(signature) : item.signingName || signature.email
}

/** The page does not name another than the certificate does: who somebody was proved to be counts, however they are called. */
function asCertified(name: string, party: SigningPlan['party']): string {
  if (party?.kind !== 'person') return name
  const certified = `${party.givenName} ${party.surname}`
  return isSameName(name, certified) ? name : certified
}
