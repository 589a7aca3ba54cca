import type { EvidenceReport } from './verify-evidence.ts'
import { counted } from '#api/platform/values/counted.ts'

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
  const result = isWhole ? '✓ The evidence is whole' : `✗ ${counted(breaks.length, 'break')} in the evidence`
  const figures = `${counted(report.events, 'event')} in ${counted(report.chains, 'chain')}, heads signed ${counted(report.signedHeads, 'time')}`
  return { lines: [...breaks, figures, covered, result], isWhole }
}
