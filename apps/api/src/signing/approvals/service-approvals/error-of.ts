import type { SigningError } from '@countersign/contract/errors.ts'
import { StepwiseSigningFailed } from '#api/providers/trust-service/stepwise/port.ts'
import { TaskFailed } from '#api/platform/threads/task.ts'
import { TimestampUnavailable } from '#api/providers/timestamp/port.ts'

/** What the signer is told of a failure at a trust service. Most have their own name there and here. */
export function errorOf(error: unknown): SigningError {
  if (error instanceof TimestampUnavailable) return 'timestamp_unavailable'
  if (!(error instanceof StepwiseSigningFailed)) return 'signing_failed'
  switch (error.code) {
    case 'unavailable':
    case 'misconfigured':
      return 'service_unavailable'
    case 'answer_invalid':
    case 'order_invalid':
      return 'signing_failed'
    default:
      return error.code
  }
}

/** No other try of ours would mend it: the service said so, or the document cannot be signed. */
export function isFinal(error: unknown): boolean {
  return (
    error instanceof StepwiseSigningFailed ||
    error instanceof TimestampUnavailable ||
    (error instanceof TaskFailed && error.errorName === 'PdfError')
  )
}
