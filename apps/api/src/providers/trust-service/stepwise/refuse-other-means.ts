import { StepwiseSigningFailed } from './port.ts'

/**
 * Who approves has to be who was identified, by the same means. An answer that doesn't say by which the signer approved proves
 * nothing where the identification says it; where it doesn't, there is nothing to compare.
 */
export function refuseOtherMeans(
  service: string,
  known: string | undefined,
  given: string | undefined,
): void {
  if (known === undefined || known === given) return
  if (!given)
    throw new StepwiseSigningFailed('answer_invalid', service, 'its answer names no means of approval')
  const reason = 'approved by other means than at the identification'
  throw new StepwiseSigningFailed('serial_number_mismatch', service, reason)
}
