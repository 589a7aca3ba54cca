import type { EvidenceReport } from './verify-evidence.ts'

/** What was found, in lines for a terminal: each break, then the figures. */
export function reportEvidence(report: EvidenceReport): {
  readonly lines: string[]
  readonly isWhole: boolean
} {
  const { chainBreaks, headsBreaks, lastSigned } = report
  const breaks = [
    ...headsBreaks.map(({ kind, message }) => `✗ signed heads: ${message} (${kind})`),
    ...chainBreaks.map(({ requestId, kind, message }) => `✗ ${requestId}: ${message} (${kind})`),
  ]
  const covered = lastSigned
    ? `Signed and time-stamped up to ${lastSigned.takenAt.toISOString()}, digest ${lastSigned.digest}`
    : 'No heads were signed yet: a cut or rewritten chain would not show'
  const isWhole = breaks.length === 0
  const result = isWhole
    ? '✓ The evidence is whole'
    : `✗ ${breaks.length} ${breaks.length === 1 ? 'break' : 'breaks'} in the evidence`
  const figures = `${report.events} events in ${report.chains} chains, heads signed ${report.signedHeads} times`
  return { lines: [...breaks, figures, covered, result], isWhole }
}
