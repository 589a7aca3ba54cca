import type { Participant } from '#api/platform/actor.ts'
import type { Context } from '#api/providers/context.ts'
import { type Transaction, transaction } from '#api/platform/db/transaction.ts'
import { together } from '#api/platform/db/pipelining.ts'
import { eventActor } from '#api/evidence/append-event.ts'
import { appendEvent } from '#api/signing/signature-requests/append-event.ts'
import { approvalsFor } from '#api/signing/approvals/approvals-for.ts'
import { endApproval } from '#api/signing/approvals/end-approvals.ts'
import { freeStaleLeases } from '#api/signing/approvals/leases/stale-leases.ts'
import { findLease, leased } from '#api/signing/approvals/leases/lease-repository.ts'
import { refuseLeased } from '#api/signing/approvals/leases/refuse-locked.ts'
import { openApproval } from '#api/signing/approvals/open-approval.ts'
import type { SigningPlan } from '#api/signing/qualities/plan.ts'
import { Refusal } from '#api/platform/refusal.ts'
import { groupInEvidence } from '#api/signing/signature-requests/signers/group-signature.ts'
import { allow } from '#api/signing/signature-requests/policy.ts'
import * as requests from '#api/signing/signature-requests/repository.ts'
import { mayStartSigning, type SignatureRequest } from '#api/signing/signature-requests/signature-request.ts'
import { refuseExhausted } from '#api/billing/usage/refuse-exhausted.ts'
import { enqueueSignature } from './enqueue-signature.ts'
import { refuseOtherDocuments } from './named-documents.ts'
import { repeatSigning, StepSuperseded } from './repeat-signing.ts'
import * as signings from './repository.ts'
import type { Turn } from './turn-repository.ts'
import { toSign } from './to-sign.ts'
import { readSubmission, type SignItem, type Submission, type ToSubmit } from './submission.ts'

/** What goes for all that is signed at once. */
export interface SigningManner {
  /** In which the signer is asked to approve. */
  readonly language: string
  /** Of the seal that it is signed with, in place of the signer's own signature. */
  readonly sealAccountName?: string | null | undefined
  /** The approval whose code comes with the call: then nothing else is begun. */
  readonly answers?: string | null | undefined
}

export interface StartedSigning {
  readonly requestId: string
  readonly signatureId: string
  readonly signingId: string
  /** False where it had been made before. */
  readonly isInProgress: boolean
  /** How it is made, where it was begun just now. */
  readonly begun: SigningPlan | null
  /** The approval that has to end before what was submitted can be signed. */
  readonly supersedes: string | null
  /** Of one that was begun just now, and that no approval has to come before. */
  readonly turn: Turn | null
}

/**
 * Writes down that these are to be signed and adds their jobs, or what the signer has to do before; all or none. Nothing
 * is signed here.
 */
export async function startSigning(
  context: Context,
  actor: Participant,
  items: readonly SignItem[],
  manner: SigningManner,
): Promise<StartedSigning[]> {
  const superseded: string[] = []
  for (let tries = 1; ; tries += 1)
    try {
      return await startAll(context, actor, items, { ...manner, superseded })
    } catch (error) {
      if (!(error instanceof StepSuperseded)) throw error
      // Someone is submitting as fast as we end it.
      if (tries === 3) throw new Refusal('signing.too_late')
      // Each of its requests is locked in turn, and the trust service told: neither is done within that transaction.
      for (const id of error.approvalIds) await endApproval(context, id, 'cancelled')
      superseded.push(...error.approvalIds)
    }
}

async function startAll(
  context: Context,
  actor: Participant,
  items: readonly SignItem[],
  manner: SigningManner & { readonly superseded: readonly string[] },
): Promise<StartedSigning[]> {
  await freeStaleLeases(
    context,
    items.map(({ requestId }) => requestId),
  )
  return transaction(context.db, async (tx) => {
    const started: StartedSigning[] = []
    // Always in the same order, so that two calls over the same requests do not wait for each other.
    for (const item of items.toSorted((a, b) => (a.requestId < b.requestId ? -1 : 1)))
      started.push(await startOne(context, tx, actor, item, manner))
    const superseded = new Set(started.flatMap(({ supersedes }) => supersedes ?? []))
    if (superseded.size > 0) throw new StepSuperseded([...superseded])
    for (const { requestId, signingId, begun, turn } of started)
      if (begun && turn === 'TAKEN')
        await enqueueSignature(tx, { id: signingId, request_id: requestId, party: begun.party })
    for (const { plan, signingIds } of approvalsFor(started))
      await openApproval(context, tx, { plan, actor, signingIds, language: manner.language })
    return started
  })
}

async function startOne(
  context: Context,
  tx: Transaction,
  actor: Participant,
  item: SignItem,
  manner: SigningManner & { readonly superseded: readonly string[] },
): Promise<StartedSigning> {
  const { sealAccountName = null, answers = null } = manner
  const request = await requests.lockForNoKeyUpdate(tx, item.requestId)
  allow(request, actor, 'sign')
  const signature = toSign(request, actor, item.signatureId)
  if (!signature) throw new Refusal('not_found')
  refuseOtherDocuments(request, signature, item.documents)
  const [running, lease] = await together([
    signings.findNewest(tx, signature.id),
    findLease(context, tx, leased(request, signature)),
  ])
  const isRunning = running !== null && running.status !== 'ERROR'
  // Of two members of a group the first signs. This one is told, not shown the other's signing as theirs.
  if (isRunning && running.member_id !== signature.memberId) throw new Refusal('signature.taken_by_member')
  const submitted = { request, signature, item, sealAccountName }
  if (isRunning)
    return {
      requestId: request.id,
      signatureId: signature.id,
      signingId: running.id,
      isInProgress: running.status === 'OPEN',
      begun: null,
      turn: null,
      supersedes: await repeatSigning(context, tx, actor, { ...submitted, running, answers }),
    }
  if (answers) throw new Refusal('approval.over')
  if (mayStartSigning(request, signature, context.now()) === null) {
    refuseLeased(context, lease)
    refuseCorrected(request, item)
  }
  const submission = await readSubmission(context, tx, actor, submitted)
  const replaces = running?.approval_id && manner.superseded.includes(running.approval_id) ? running.id : null
  return begin(context, tx, actor, { ...submitted, submission, replaces })
}

/** What was shown to the person who makes the call has to be what is signed: the sender may have corrected it since. */
function refuseCorrected(
  { correctedAt }: Pick<SignatureRequest, 'correctedAt'>,
  { readAt }: Pick<SignItem, 'readAt'>,
): void {
  if (readAt && correctedAt && correctedAt > readAt) throw new Refusal('request.changed')
}

interface ToBegin extends ToSubmit {
  readonly submission: Submission
  /** The signing that was ended for this one. */
  readonly replaces: string | null
}

async function begin(
  context: Context,
  tx: Transaction,
  actor: Participant,
  { request, signature, submission, sealAccountName, replaces }: ToBegin,
): Promise<StartedSigning> {
  const { plan, documentIds } = submission
  await refuseExhausted(context, tx, { ownerId: request.owner.id, quality: plan.quality })
  const signingId = crypto.randomUUID()
  const inserting = signings.insertOpen(tx, {
    ...submission,
    id: signingId,
    requestId: request.id,
    signatureId: signature.id,
    memberId: signature.memberId,
    actor: eventActor(actor),
  })
  const appending = appendEvent(tx, request.id, {
    type: 'signing_started',
    at: context.now(),
    actor: eventActor(actor),
    data: {
      signatureId: signature.id,
      signingId,
      quality: plan.quality,
      name: submission.signingName,
      reason: submission.signingReason,
      documentIds,
      ...(replaces ? { replaces } : {}),
      ...(plan.approval ? { approval: plan.approval } : {}),
      ...(plan.party?.kind === 'seal' ? { seal: sealAccountName, signedAs: plan.party.label } : {}),
      ...groupInEvidence(signature),
    },
  })
  const [turn] = await together([inserting, appending])
  return {
    requestId: request.id,
    signatureId: signature.id,
    signingId,
    isInProgress: true,
    begun: plan,
    supersedes: null,
    turn,
  }
}
