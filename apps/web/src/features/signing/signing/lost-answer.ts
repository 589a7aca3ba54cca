import type { SigningStatus } from '@countersign/contract/signature-request-shapes.ts'
import { isCallError } from '#web/lib/calls/call-error.ts'
import { isOutcomeUnknown } from '#web/lib/calls/unanswered.ts'
import { outcomeOf, type SigningOutcome } from './poll.ts'

/**
 * How a signing ended whose call failed. An answer may be lost in a proxy after the document was signed, so the service is
 * asked. Only signed and declined are final: an open or failed signing may be an earlier one.
 */
export async function outcomeAfter(
  failure: unknown,
  ask: () => Promise<SigningStatus | undefined>,
): Promise<SigningOutcome> {
  const { key, requirements } = isCallError(failure) ? failure : { key: 'signing_failed', requirements: [] }
  // A busy service refuses before it begins.
  if (!isOutcomeUnknown(failure) || key === 'service.saturated')
    return { kind: 'failed', error: isUnprintable(failure) ? 'no_font' : key, requirements }
  const status = await ask().catch(() => undefined)
  const outcome = status ? outcomeOf(status) : null
  if (outcome && outcome.kind !== 'failed') return outcome
  return { kind: 'failed', error: 'network' }
}

/** The name or the reason has characters that no font has. */
const isUnprintable = (failure: unknown): boolean =>
  isCallError(failure, 'validation.failed') && failure.fields.some(({ code }) => code === 'no_font')
