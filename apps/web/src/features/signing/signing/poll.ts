import type { Requirement } from '@countersign/contract/errors.ts'
import type { SigningStatus, SigningStep } from '@countersign/contract/signature-request-shapes.ts'
import type { StepEnd } from '#web/features/approvals/open-step.ts'

/** How often a signing that continues as a job is asked for; a live update asks at once. */
export const pollEvery = 5000

export type SigningOutcome =
  | { readonly kind: 'signed' }
  | { readonly kind: 'declined' }
  | { readonly kind: 'failed'; readonly error: string; readonly requirements?: readonly Requirement[] }
  /** By the signer’s own no. */
  | { readonly kind: 'stopped' }

/** What an answer means. Null: it is still open. An absent status is an error. */
export function outcomeOf(status: SigningStatus | undefined): SigningOutcome | null {
  if (!status) return { kind: 'failed', error: 'signing_failed' }
  if (status.status === 'OPEN') return null
  if (status.status === 'SIGNED') return { kind: 'signed' }
  if (status.status === 'DECLINED') return { kind: 'declined' }
  return { kind: 'failed', error: status.error ?? 'signing_failed' }
}

/** Asks until there is an outcome. Answers that do not come through are asked for again; a step is taken first. */
export async function pollUntilDone(options: {
  first: SigningStatus | undefined
  ask: () => Promise<SigningStatus | undefined>
  /** Waits; false when nobody wants to know any longer. */
  wait: (milliseconds: number) => Promise<boolean>
  isPassing: (failure: unknown) => boolean
  /** What the signer has to do before it continues. */
  takeStep: (status: WithStep) => Promise<StepEnd>
}): Promise<SigningOutcome | null> {
  const { ask, wait, isPassing } = options
  let status = options.first
  let outcome = outcomeOf(status)
  while (outcome === null) {
    if (hasStep(status)) {
      const end = await options.takeStep(status)
      if (end === 'left') return null
      if (end === 'stopped') return { kind: 'stopped' }
      status = end
    } else {
      if (!(await wait(pollEvery))) return null
      try {
        status = await ask()
      } catch (failure) {
        if (!isPassing(failure)) throw failure
      }
    }
    outcome = outcomeOf(status)
  }
  return outcome
}

export type WithStep = SigningStatus & { step: SigningStep }

function hasStep(status: SigningStatus | undefined): status is WithStep {
  return Boolean(status?.step)
}
