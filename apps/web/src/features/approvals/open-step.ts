import type {
  SigningStatus,
  SigningStep,
  SubmittedSignature,
} from '@countersign/contract/signature-request-shapes.ts'
import type { Store } from '#web/lib/browser/store.ts'
import type { ApprovalCalls } from './approval-calls.ts'

/** How a step ends: with what the signing comes to next, by the signer's own no, or by leaving the page. */
export type StepEnd = SigningStatus | 'stopped' | 'left'

/** A step while it is shown. */
export interface OpenStep {
  /** As it stands now: tries left, when a code may be sent again. */
  readonly step: Store<SigningStep>
  /** What will be signed, as the service has it now. */
  readonly submitted: Store<SubmittedSignature | null>
  readonly requestId: string
  readonly signatureId: string
  readonly calls: ApprovalCalls
  /** The response of an action; null: poll. */
  take(answer: { readonly signatures: readonly SigningStatus[] } | null): Promise<void>
  /** The signer does not want to continue. Throws where the service did not hear it. */
  stop(): Promise<void>
  /** The browser goes elsewhere. */
  leave(): void
}

/** Shows it; answers how to put it away. */
export type ShowStep = (open: OpenStep) => () => void
