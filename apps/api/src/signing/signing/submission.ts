import type { Participant } from '#api/platform/actor.ts'
import type { Context } from '#api/providers/context.ts'
import { together } from '#api/platform/db/pipelining.ts'
import type { Transaction } from '#api/platform/db/transaction.ts'
import { type FinalValues, finalValues, type GivenFields } from '#api/signing/signer-fields/final-values.ts'
import {
  refuseUndrawable,
  type ShownText,
  textsOfValues,
} from '#api/signing/signer-fields/refuse-undrawable.ts'
import { findInput } from '#api/signing/signer-fields/repository.ts'
import { readSigningWords } from '#api/signing/part11/read-signing-words.ts'
import type { QualityChoice } from '#api/signing/qualities/quality.ts'
import type { SigningPlan } from '#api/signing/qualities/plan.ts'
import { planSigning } from '#api/signing/qualities/signing-plan.ts'
import { Refusal } from '#api/platform/refusal.ts'
import { planSeal } from '#api/signing/qualities/plan-seal.ts'
import type { RequestedSigner } from '#api/signing/signature-requests/signers/group-signature.ts'
import {
  documentsToSign,
  isVisible,
  mayStartSigning,
  type SignatureRequest,
} from '#api/signing/signature-requests/signature-request.ts'
import { chooseVisuals, type ChosenVisuals, type SignatureLook } from './appearance/choose-visuals.ts'
import type { NamedDocuments } from './named-documents.ts'
import { nameToSign } from './appearance/name-to-sign.ts'

/** One signature, as a call submits it. */
export interface SignItem {
  readonly requestId: string
  /** Which of one's own it is about; null is the next one. */
  readonly signatureId: string | null
  /** When the request was last changed, as it was shown to the signer; null where the call doesn't say. */
  readonly readAt: Date | null
  readonly signingName: string | null
  readonly signingReason: string | null
  /** Of the signer, where it was told. */
  readonly timeZone: string | null
  /** A higher level than the request requires, if the signer wants that. */
  readonly level: QualityChoice | null
  /** How it is to look, by document; where nothing is said, as the account has it. */
  readonly looks: ReadonlyMap<string, SignatureLook>
  readonly documents: NamedDocuments
  /** What was filled in, where the call says so. */
  readonly fields: readonly GivenFields[]
  /** Where it is in the call. */
  readonly path: string
  /** Neither name nor reason nor documents are in the call. */
  readonly isBare: boolean
}

/** How it will be made and what it will say, once all of it was looked at. */
export interface Submission extends ChosenVisuals {
  readonly plan: SigningPlan
  readonly signingName: string
  readonly signingReason: string | null
  readonly timeZone: string | null
  readonly documentIds: readonly string[]
  readonly fieldValues: FinalValues
}

export interface ToSubmit {
  readonly request: SignatureRequest
  readonly signature: RequestedSigner
  readonly item: SignItem
  readonly sealAccountName: string | null
}

/** The same rules each time, whether it is submitted for the first time or in place of what was submitted before. */
export async function readSubmission(
  context: Context,
  tx: Transaction,
  actor: Participant,
  { request, signature, item, sealAccountName }: ToSubmit,
): Promise<Submission> {
  const refusal = mayStartSigning(request, signature, context.now())
  if (refusal) throw new Refusal(refusal)
  const documentIds = documentsToSign(request, signature).map(({ id }) => id)
  const { level, looks } = item
  const [{ plan, images, visual }, input] = await together([
    sealAccountName === null
      ? planWithVisuals(
          planSigning(context, tx, actor, { request, signature, level }),
          chooseVisuals(tx, actor, documentIds, looks, signature.id),
        )
      : planSeal(context, tx, actor, { request, sealAccountName, level, looks, signatureId: signature.id }),
    findInput(tx, signature),
  ])
  const words = await wordsOf(tx, actor, signature, item, plan)
  const filling = { signature, signingName: words.signingName, input, given: item.fields, path: item.path }
  const fieldValues = finalValues(filling)
  await refuseUndrawable(context, [
    ...textsOfValues(filling, fieldValues),
    ...(signature.documents.some(isVisible) ? textsOfWords(words, item, plan) : []),
  ])
  return { plan, images, visual, documentIds, fieldValues, ...words }
}

async function planWithVisuals(planning: Promise<SigningPlan>, choosing: Promise<ChosenVisuals>) {
  const [plan, visuals] = await together([planning, choosing])
  return { plan, ...visuals }
}

/**
 * A name in a script that no font has keeps nobody from signing: the page shows the email in its place (`nameOnPage`). Only a
 * regulated record has to show the name (21 CFR 11.50).
 */
function textsOfWords(
  { signingName, signingReason }: Pick<Submission, 'signingName' | 'signingReason'>,
  { path }: SignItem,
  { quality }: SigningPlan,
): ShownText[] {
  const at = (field: string) => (quality === 'PART11' ? field : `${path}.${field}`)
  return [
    ...(quality === 'PART11' ? [{ text: signingName, field: at('signingName') }] : []),
    ...(signingReason ? [{ text: signingReason, field: at('signingReason') }] : []),
  ]
}

/** Who signs, as it is in the signature, and why. Part 11 has rules for both. */
async function wordsOf(
  tx: Transaction,
  actor: Participant,
  signature: RequestedSigner,
  item: SignItem,
  { quality, party }: SigningPlan,
) {
  const { signingReason, timeZone } = item
  if (quality !== 'PART11')
    return { signingName: nameToSign(actor, signature, item.signingName, party), signingReason, timeZone }
  const { name, reason, timeZone: zone } = await readSigningWords(tx, actor, item)
  return { signingName: name, signingReason: reason, timeZone: zone }
}
