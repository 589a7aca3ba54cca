import { findLease, leased } from '#api/signing/approvals/leases/lease-repository.ts'
import type { Context } from '#api/providers/context.ts'
import { inSpan } from '#api/platform/tracing/tracer.ts'
import { transaction, type Transaction } from '#api/platform/db/transaction.ts'
import { StepwiseSigningFailed } from '#api/providers/trust-service/stepwise/port.ts'
import * as requests from '#api/signing/signature-requests/repository.ts'
import { hasSealRight } from '#api/business/seals/check-seal-right.ts'
import { commitSignature } from './commit-signature.ts'
import { closeWithError } from './close-with-error.ts'
import * as signings from './repository.ts'
import { lockRowForNoKeyUpdate } from '#api/signing/signature-requests/lock-repository.ts'
import type { Signing } from './repository.ts'
import { enqueueSignature, isInTurn, letOthersSign } from './enqueue-signature.ts'
import { findPrepared } from './prepared-signatures/prepared-repository.ts'
import { signAtService } from './engine/sign-at-service.ts'
import { completePrepared } from './prepared-signatures/complete-prepared.ts'
import { finalError, mayComeBack } from './signing-failure.ts'
import { allReady, type NewVersion, type Part, signDocuments } from './engine/sign-documents.ts'
import { closeApprovalsOf } from '#api/signing/approvals/end-approvals.ts'
import { notifyOfUnsignable } from '#api/signing/signature-requests/notifications/notify-of-actions.ts'
import { saveSignatureRequest } from '#api/signing/signature-requests/save-signature-request.ts'
import { failWithError } from '#api/signing/signature-requests/signature-request.ts'

// With the queue’s pauses between them some ten seconds: then the signer hears of it instead of waiting.
const failuresAtMost = 3
const leasePause = 2000
const outagePause = 2000

/**
 * The job that makes one signature. It may be killed at any instant and run again: until `commitSignature` commits nothing
 * has happened but some unreferenced bytes in the store, and that commits once.
 */
export async function applySignature(context: Context, signingId: string): Promise<void> {
  const signing = await signings.findSigning(context.db, signingId)
  if (signing?.status !== 'OPEN') return
  try {
    await apply(context, signing)
  } catch (error) {
    // The queue tries again after a pause, which may be long: others of the request don't wait for it.
    await pauseSigning(context, signing).catch((cause: unknown) =>
      context.log.warn({ err: cause, signingId }, 'a signing that pauses has kept its turn'),
    )
    throw error
  }
}

async function apply(context: Context, signing: Signing): Promise<void> {
  // Before the request is read: it would be as the one before has found it, whose turn has only now ended.
  const inTurn = await isInTurn(context, signing)
  const request = await requests.find(context.db, signing.request_id)
  const signature = request?.signatures.find((one) => one.id === signing.signature_id)
  if (!request || !signature) return
  if (request.status !== 'OPEN')
    return transaction(context.db, async (tx) => {
      await lockRowForNoKeyUpdate(tx, request.id)
      await closeWithError(context, tx, signing, 'request.not_open')
    })
  if (!inTurn) return
  if (await findLease(context, context.db, leased(request, signature), signing.approval_id))
    return waitForLease(context, signing)
  let versions: NewVersion[]
  try {
    versions = await make(context, { request, signature, signing })
  } catch (error) {
    return failed(context, signing, error)
  }
  try {
    await inSpan('commit signature', {}, () => commitSignature(context, signing, versions))
  } catch (error) {
    const refused = await allReady(versions).then(() => null, toRefusal)
    if (refused) return failed(context, signing, refused.cause)
    throw error
  }
  context.finishedSignings.tell(signing.id)
}

async function make(context: Context, part: Part): Promise<NewVersion[]> {
  const { signing } = part
  const prepared = signing.approval_id ? await findPrepared(context.db, [signing.id]) : []
  if (prepared.length > 0) return completePrepared(context, part, prepared)
  const { party } = signing
  if (party?.kind === 'seal' && !(await hasSealRight(context, party, signing.actor.accountId)))
    throw new StepwiseSigningFailed('signing_failed', signing.service, 'the right on the seal is gone')
  return party ? signAtService(context, part) : signDocuments(context, part)
}

/** Someone's digests are out at a trust service: this one comes after, or once they have given up. */
async function waitForLease(context: Context, signing: Signing): Promise<void> {
  await tryAgain(context, signing, leasePause)
}

async function tryAgain(context: Context, signing: Signing, pause: number): Promise<void> {
  const at = new Date(context.now().getTime() + pause)
  await pauseSigning(context, signing, (tx) => enqueueSignature(tx, signing, at))
}

async function pauseSigning(
  context: Context,
  signing: Signing,
  further: (tx: Transaction) => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  await transaction(context.db, async (tx) => {
    await lockRowForNoKeyUpdate(tx, signing.request_id)
    await letOthersSign(tx, signing)
    await further(tx)
  })
}

async function failed(context: Context, signing: Signing, error: unknown): Promise<void> {
  context.log.warn({ err: error, signingId: signing.id }, 'a signing failed')
  if (await mayComeBack(context, signing, error)) return tryAgain(context, signing, outagePause)
  const final = finalError(error)
  await transaction(context.db, async (tx) => {
    await lockRowForNoKeyUpdate(tx, signing.request_id)
    const failures = await signings.countFailure(tx, signing.id)
    const code = final ?? (failures >= failuresAtMost ? 'signing_failed' : null)
    if (code) await closeWithError(context, tx, signing, code)
    if (code === 'document_not_signable') await endUnsignable(context, tx, signing.request_id)
  })
  // Not final: the queue tries again after a pause, unless the limit has just been reached and the signing is closed.
  if (!final) throw error
}

const toRefusal = (cause: unknown) => ({ cause })

/**
 * Ends a request whose document can't be signed: our own validator finds every signature of it invalid, and no other
 * signer or try would change that. The sender is told, and the signer by the signing's own error.
 */
async function endUnsignable(context: Context, tx: Transaction, requestId: string): Promise<void> {
  const request = await requests.lockForNoKeyUpdate(tx, requestId)
  if (request?.status !== 'OPEN') return
  const ended = failWithError(request, context.now())
  await saveSignatureRequest(tx, request, ended)
  await closeApprovalsOf(context, tx, requestId)
  await notifyOfUnsignable(context, tx, ended)
}
