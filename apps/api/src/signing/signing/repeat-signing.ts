import { isDeepStrictEqual } from 'node:util'
import type { Participant } from '#api/platform/actor.ts'
import { type Approval, findApproval, isHeldBy, replaceShown } from '#api/signing/approvals/repository.ts'
import type { SigningPartyRow } from '#api/platform/db/tables.ts'
import type { Context } from '#api/providers/context.ts'
import type { Transaction } from '#api/platform/db/transaction.ts'
import { eventActor } from '#api/evidence/append-event.ts'
import { appendEvent } from '#api/signing/signature-requests/append-event.ts'
import { requestedQuality } from '#api/signing/qualities/find-signing-option.ts'
import { isMadeAt, levelFor } from '#api/signing/qualities/higher-quality.ts'
import { findNamedSeal, isGivenBySeal } from '#api/signing/qualities/plan-seal.ts'
import { namedValue } from '#api/signing/signer-fields/final-values.ts'
import { isGivenByServer } from '#api/signing/signer-fields/signer-field.ts'
import { Refusal } from '#api/platform/refusal.ts'
import { nameGivenTo, type Signature } from '#api/signing/signature-requests/signature-request.ts'
import * as signings from './repository.ts'
import type { Signing } from './repository.ts'
import { readSubmission, type SignItem, type Submission, type ToSubmit } from './submission.ts'
import { appearanceInEvidence } from './submitted.ts'

/** What was submitted now cannot take the place of what is out at a trust service: that step has to end first. */
export class StepSuperseded extends Error {
  override name = 'StepSuperseded'
  readonly approvalIds: readonly string[]

  constructor(approvalIds: readonly string[]) {
    super('A step is superseded by a new one')
    this.approvalIds = approvalIds
  }
}

export interface RepeatedSubmission extends ToSubmit {
  readonly running: Signing
  /** The approval whose code came with the call. */
  readonly answers: string | null
}

/**
 * The call came before. While its step is open, what is submitted last is what will be signed: name, reason and appearance
 * are replaced, with an event. What is out at a trust service, or would be made in another way, takes a step of its own:
 * then the id of the approval to be ended is given. What is being made, or was made, can no longer be replaced.
 */
export async function repeatSigning(
  context: Context,
  tx: Transaction,
  actor: Participant,
  repeated: RepeatedSubmission,
): Promise<string | null> {
  const { running, item, answers } = repeated
  // Another step has taken the place of the one that the code was for.
  if (answers && running.approval_id !== answers) throw new Refusal('approval.over')
  const approval = running.approval_id ? await findApproval(tx, running.approval_id) : null
  if (running.status !== 'OPEN' || approval?.status !== 'OPEN') {
    if (answers) throw new Refusal('approval.over')
    await refuseOtherWords(tx, actor, repeated)
    return null
  }
  if (answers && item.isBare) return null
  const submission = await readSubmission(context, tx, actor, repeated)
  if (isSame(running, submission, approval)) return null
  if (!isHeldBy(approval, actor)) throw new Refusal('signing.too_late')
  if (approval.kind === 'SERVICE' || !isSamePlan(running, submission, approval)) {
    if (answers) throw new Refusal('approval.over')
    return approval.id
  }
  await replace(context, tx, actor, running, submission)
  await replaceShown(tx, approval.id)
  return null
}

async function replace(
  context: Context,
  tx: Transaction,
  actor: Participant,
  running: Signing,
  submission: Submission,
): Promise<void> {
  await signings.replaceSubmission(tx, running.id, submission)
  await appendEvent(tx, running.request_id, {
    type: 'signing_changed',
    at: context.now(),
    actor: eventActor(actor),
    data: {
      signatureId: running.signature_id,
      signingId: running.id,
      name: submission.signingName,
      reason: submission.signingReason,
      before: { name: running.signing_name, reason: running.signing_reason },
      appearance: appearanceInEvidence(submission),
    },
  })
}

function isSame(running: Signing, submission: Submission, approval: Approval): boolean {
  const { signingName, signingReason, timeZone, images, visual, fieldValues } = submission
  return (
    running.signing_name === signingName &&
    running.signing_reason === signingReason &&
    running.time_zone === timeZone &&
    isSameValue(running.images, images) &&
    isSameValue(running.visual ?? {}, visual) &&
    isSameValue(running.field_values, fieldValues) &&
    isSamePlan(running, submission, approval)
  )
}

function isSamePlan(running: Signing, { plan }: Submission, approval: Approval): boolean {
  return (
    running.quality === plan.quality &&
    running.legislation === plan.legislation &&
    running.service === plan.service &&
    approval.kind === plan.approval &&
    isSameValue(withoutIdentification(running.party), withoutIdentification(plan.party))
  )
}

/** A newer identity verification that proves the same changes nothing of what is signed. */
const withoutIdentification = (party: SigningPartyRow | null) =>
  party?.kind === 'person' ? { ...party, identificationId: undefined } : party

/** As the database gives it back: what is undefined is not there. */
const isSameValue = (stored: unknown, submitted: unknown): boolean =>
  isDeepStrictEqual(JSON.parse(JSON.stringify(stored)), JSON.parse(JSON.stringify(submitted)))

/** A second click gets the first one's answer; other words than those that are signed get none that looks like it. */
async function refuseOtherWords(
  tx: Transaction,
  actor: Participant,
  repeated: RepeatedSubmission,
): Promise<void> {
  const { running, item, signature } = repeated
  const { signingName, signingReason } = item
  const isNamedByCall =
    running.quality === 'PART11' || (actor.kind === 'link' && nameGivenTo(signature) === '' && !running.party)
  const isOther =
    (signingReason !== null && signingReason !== running.signing_reason) ||
    (isNamedByCall && signingName !== null && signingName !== running.signing_name) ||
    isOtherLevel(repeated) ||
    (await isOtherSeal(tx, actor, repeated)) ||
    hasOtherValues(running, signature, item)
  if (isOther) throw new Refusal('signing.too_late')
}

async function isOtherSeal(
  tx: Transaction,
  actor: Participant,
  { running: { party }, sealAccountName }: RepeatedSubmission,
): Promise<boolean> {
  if (sealAccountName === null || party?.kind !== 'seal')
    return (sealAccountName !== null) !== (party?.kind === 'seal')
  return (await findNamedSeal(tx, actor, sealAccountName))?.id !== party.sealId
}

/** Does the call choose a level that what is signed does not have? */
function isOtherLevel({ running, request, item: { level } }: RepeatedSubmission): boolean {
  if (!level) return false
  if (running.party?.kind === 'seal') return !isGivenBySeal(running, request, level)
  const wanted = levelFor(requestedQuality(request), level)
  return !wanted || !isMadeAt(running, wanted)
}

/** Does the call name another value than the one that is signed? */
function hasOtherValues(
  { status, field_values: values, signing_name: signingName }: Signing,
  signature: Pick<Signature, 'documents' | 'email'>,
  { fields: given }: Pick<SignItem, 'fields'>,
): boolean {
  const { documents } = signature
  const definitions = documents.flatMap(({ fields }) => fields)
  return given.some(({ documentId, fields }) => {
    const signed =
      status === 'OPEN'
        ? values[documentId]
        : documents.find((one) => one.documentId === documentId)?.signedValues
    return fields.some(({ id, value }) => {
      const field = definitions.find((one) => one.id === id)
      if (!field || (value === null && isGivenByServer(field))) return false
      return namedValue(field, value, { signature, signingName }) !== (signed?.[id] ?? null)
    })
  })
}
