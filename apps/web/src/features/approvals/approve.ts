import type { SigningStatus, SigningStep } from '@countersign/contract/signature-request-shapes.ts'
import { approvalCalls, type Visitor } from './approval-calls.ts'
import type { ShowStep, StepEnd } from './open-step.ts'
import { showMobile } from './show-mobile.tsx'
import { showReauthenticate } from './show-reauthenticate.tsx'
import { showRedirect } from './show-redirect.tsx'
import { showTan } from './show-tan.tsx'
import { takeStep, type StepWorld } from './take-step.ts'

const shows: Record<SigningStep['kind'], ShowStep> = {
  TAN: showTan,
  PASSWORD_OTP: showMobile,
  MOBILE_ID: showMobile,
  REDIRECT: showRedirect,
  REAUTHENTICATE: showReauthenticate,
}

/** The step of a signing, for the person who has it to take. */
export function approve(
  status: SigningStatus & { step: SigningStep },
  visitor: Visitor,
  world: Omit<StepWorld, 'calls'>,
): Promise<StepEnd> {
  return takeStep(status, { ...world, calls: approvalCalls(visitor) }, shows)
}

export { askPart11 } from './ask-part11.tsx'
export { keepPassword } from './part11-words.ts'
export { loadApprovalWords } from './words.ts'
