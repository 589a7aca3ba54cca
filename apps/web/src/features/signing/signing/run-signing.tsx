import type { SignatureRequest, SigningStatus } from '@countersign/contract/signature-request-shapes.ts'
import type { Language } from '@countersign/contract/values.ts'
import type { ReactNode } from 'react'
import { approve, askPart11, keepPassword, loadApprovalWords } from '#web/features/approvals/approve.ts'
import type { Part11Words } from '#web/features/approvals/part11-words.ts'
import { randomKey } from '#web/lib/calls/api.ts'
import { isCallError } from '#web/lib/calls/call-error.ts'
import { closeOverlay } from '#web/ui/dialogs/dialog-store.ts'
import { isOutcomeUnknown } from '#web/lib/calls/unanswered.ts'
import { outcomeAfter } from './lost-answer.ts'
import { outcomeOf, pollUntilDone, type SigningOutcome, type WithStep } from './poll.ts'
import { hasOwnFields } from '../has-fields.ts'
import { openSignature } from '../open-signature.ts'
import { bodyFor, documentsToSign, type FieldsByDocument } from './sign-body.ts'
import type { ChosenSignature } from '../signatures/signature-choice.ts'
import { openRequirements } from '../requirements/unmet-requirements.tsx'
import { openSigningFailure, openSigningProgress } from './signing-overlays.tsx'
import type { SigningCalls } from './signing-calls.ts'

/** The same try to sign, however often it has to be sent: a lost answer does not sign twice. */
export interface Attempt {
  readonly key: string
  readonly signatureId: string | undefined
  /** When the request was last changed, as it was shown. */
  readonly readAt: string
  /** What was filled in. A different value starts a new signing. */
  readonly fields: FieldsByDocument | null
}

/** Everything about one signing. Loaded once the signer chooses a signature, or returns to a signing in progress. */
export interface SigningRun {
  readonly request: SignatureRequest
  readonly calls: SigningCalls
  readonly chosen: ChosenSignature | null
  readonly language: Language
  /** Stays the same until the service has answered. */
  readonly attempt: { current: Attempt | null }
  /** False once one has left the page. */
  readonly alive: { readonly current: boolean }
  readonly retry: () => void
  readonly wayOut: ReactNode
  readonly onEnd: (outcome: SigningOutcome) => void
}

/** What the button does. */
export async function signNow(run: SigningRun): Promise<void> {
  const { request, attempt } = run
  let part11: Part11Words | null = null
  if (request.quality === 'PART11') {
    await loadApprovalWords()
    part11 = await askPart11(1, request.id).catch(() => null)
    // The name and the reason are part of the signing.
    attempt.current = null
    if (!part11 || !run.alive.current) return
  }
  const filledIn = hasOwnFields(request) ? await readFields(run) : null
  if (filledIn === 'missing') return keepPassword(null)
  await follow(run, async () => {
    if (JSON.stringify(attempt.current?.fields ?? null) !== JSON.stringify(filledIn)) attempt.current = null
    const { key, signatureId, readAt, fields } = (attempt.current ??= {
      key: randomKey(),
      readAt: request.updated_at,
      signatureId: openSignature(request),
      fields: filledIn,
    })
    const { chosen, language } = run
    const body = await bodyFor({ request, signatureId, readAt, chosen, language, part11, fields })
    return run.calls.sign(body, key)
  })
  // Where the service refused before it asked for it, no later signing may give it.
  keepPassword(null)
}

/** What was filled in; where something is missing or wrong, the page shows what. */
async function readFields({ request, calls }: SigningRun): Promise<FieldsByDocument | 'missing'> {
  const { firstToFillIn, pauseSaving, showField, valuesToSign } = await import('../fields/open-fields.ts')
  const first = firstToFillIn(request, calls.visitor)
  if (!first) {
    await pauseSaving(request, calls.visitor)
    return valuesToSign(request, calls.visitor)
  }
  showField(first.field.id)
  return 'missing'
}

/** It wasn't signed: entries are saved again as they are typed. */
function resumeFields({ request, calls }: SigningRun): void {
  if (hasOwnFields(request))
    void import('../fields/open-fields.ts').then((part) => part.resumeSaving(request, calls.visitor))
}

/** Does the refusal name fields? They are marked on the page, and nothing was signed. */
async function marksFields({ request, calls, attempt }: SigningRun, failure: unknown): Promise<boolean> {
  const fields = attempt.current?.fields
  if (!fields || !isCallError(failure, 'validation.failed')) return false
  const { showRefused } = await import('../fields/open-fields.ts')
  const documents = documentsToSign(request, attempt.current?.signatureId).map(({ id }) => id)
  return showRefused(request, calls.visitor, failure, fields, documents)
}

/** A page that is opened while one's signing is under way waits for it, and takes up its step. */
export function resumeSigning(run: SigningRun, signatureId: string): Promise<void> {
  return follow(run, () => run.calls.status(run.request.id, signatureId))
}

/** How it went where one comes back from. */
export function tellReturned(run: SigningRun, status: SigningStatus): void {
  finish(run, outcomeOf(status))
}

async function follow(run: SigningRun, begin: () => Promise<SigningStatus | undefined>): Promise<void> {
  const { alive, attempt } = run
  if (alive.current) openSigningProgress()
  try {
    const first = await begin()
    attempt.current = null
    const world = worldOf(run)
    const takeStep = async (status: WithStep) => {
      await loadApprovalWords()
      closeOverlay()
      const end = await approve(status, run.calls.visitor, world)
      if (typeof end === 'object' && end.status === 'OPEN') openSigningProgress()
      return end
    }
    const ask = () => run.calls.status(run.request.id, first?.signatureId ?? '')
    finish(run, await pollUntilDone({ first, ask, ...world, takeStep }))
  } catch (failure) {
    const isMarked = await marksFields(run, failure).catch(() => false)
    if (!isOutcomeUnknown(failure)) attempt.current = null
    if (isMarked) {
      resumeFields(run)
      if (alive.current) closeOverlay()
      return
    }
    const ask = () => run.calls.status(run.request.id, openSignature(run.request) ?? '')
    finish(run, await outcomeAfter(failure, ask))
  }
}

function finish(run: SigningRun, outcome: SigningOutcome | null): void {
  if (!outcome || !run.alive.current) return
  closeOverlay()
  if (outcome.kind === 'failed' || outcome.kind === 'declined') {
    const { request, calls, retry, wayOut } = run
    const code = outcome.kind === 'failed' ? outcome.error : 'declined'
    const missing = outcome.kind === 'failed' ? outcome.requirements : undefined
    const option = request.viewer.signing
    // Each with its own next step: what was missing when the page was loaded may be another thing now.
    if (missing?.length && option)
      openRequirements({
        request,
        visitor: calls.visitor,
        option: { ...option, unmet: [...missing] },
        onSettled: retry,
      })
    else openSigningFailure(code, { request, visitor: calls.visitor, retry, wayOut })
  }
  if (outcome.kind === 'signed' && hasOwnFields(run.request))
    void import('../fields/open-fields.ts').then((part) =>
      part.closeFilling(openSignature(run.request) ?? ''),
    )
  else resumeFields(run)
  run.onEnd(outcome)
}

function worldOf({ calls, alive }: SigningRun) {
  return {
    /** Or shorter, where something was heard. */
    wait: (milliseconds: number) =>
      new Promise<boolean>((resolve) => {
        const done = () => {
          stop?.()
          window.clearTimeout(timer)
          resolve(alive.current)
        }
        const timer = window.setTimeout(done, milliseconds)
        const stop = calls.onNews?.(done)
      }),
    isPassing: isOutcomeUnknown,
  }
}
