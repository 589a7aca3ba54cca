import { parametersOf } from './algorithm-uses.ts'
import type { Hearing, Verified } from './judge.ts'
import type { Change, Finding } from './report.ts'

const hour = 3_600_000

/** What a person should look at before relying on a signature that holds. */
export function warningsOf(
  { field, check }: Verified,
  { changes, stampedTime, stampChain }: Hearing,
): Finding[] {
  const warnings: Finding[] = changes === 'unknown' ? [] : visibleChanges(changes)
  const { stamp } = check
  if (field.kind === 'signature' && stamp && !stamp.valid) warnings.push({ code: 'timestamp_invalid' })
  if (field.kind === 'signature' && stamp?.valid && !stampedTime) {
    const authority = stampChain?.path[0]?.subject
    warnings.push({ code: 'timestamp_untrusted', ...(authority ? { parameters: { authority } } : {}) })
  }
  const claimedTime = field.claimedTime ?? check.claimedTime
  const after = claimedTime && stampedTime ? claimedTime.getTime() - stampedTime.getTime() : 0
  if (claimedTime && stampedTime && (after > hour || after < -24 * hour))
    warnings.push({
      code: 'claimed_time_implausible',
      parameters: { claimed: claimedTime.toISOString(), proven: stampedTime.toISOString() },
    })
  return warnings
}

/** Permitted, and yet the pages do not look as they did when the signer signed. */
function visibleChanges(changes: readonly Change[]): Finding[] {
  return changes
    .filter(({ permitted, visible }) => permitted && visible)
    .map(({ kind, field, page }): Finding => {
      const parameters = {
        ...(field === undefined ? {} : { field }),
        ...(page === undefined ? {} : { page: String(page) }),
      }
      const code = kind === 'signature_added' ? 'signature_field_added_visibly' : 'changed_visibly'
      return { code, parameters }
    })
}

/** What else there is to say. */
export function infosOf({ field, check }: Verified, hearing: Hearing, validatedAt: Date): Finding[] {
  const infos: Finding[] = [...check.departures]
  if (field.kind === 'signature' && !check.stamp) infos.push({ code: 'no_timestamp' })
  for (const strength of check.strengths)
    if (strength.reliableUntil && strength.reliableUntil > validatedAt)
      infos.push({ code: 'algorithm_ends_soon', parameters: parametersOf(strength) })
  const { chain } = hearing
  if (chain?.trusted && chain.revocation === 'good' && chain.path.length === 1)
    infos.push({ code: 'legal_weight_not_known' })
  return infos
}
