import { weakestAt } from '../cms/algorithm-strength.ts'
import type { AlgorithmStrength } from '../cms/algorithm-strength.ts'
import type { TimestampVerdict } from '../cms/timestamps/timestamp-verification.ts'
import type { VerifiedField } from './verified-field.ts'
import type { AlgorithmUse, Finding } from './reports/report.ts'

/** The finding for what was not reliable any longer by the time, if anything. */
export function weakFinding(strengths: readonly AlgorithmStrength[], at: Date): Finding | undefined {
  const weak = weakestAt(strengths, at)
  return weak && { code: 'algorithm_weak', parameters: parametersOf(weak) }
}

export const parametersOf = ({ name, reliableUntil }: AlgorithmStrength): Record<string, string> => ({
  algorithm: name,
  ...(reliableUntil ? { reliableUntil: reliableUntil.toISOString() } : {}),
})

/** Everything the signature and its timestamp are made with, each judged at the time it is proven to be from. */
export function algorithmUses(
  { field, check }: VerifiedField,
  stamp: TimestampVerdict | undefined,
  provenAt: Date,
  stampProvenAt: Date,
): AlgorithmUse[] {
  const stamps = stamp?.strengths ?? []
  const own = field.kind === 'signature' ? check.strengths : []
  return [
    ...usesOf(own, provenAt, 'signature', 'digest'),
    ...usesOf(stamps, stampProvenAt, 'timestamp', 'timestamp_digest'),
  ]
}

function usesOf(
  strengths: readonly AlgorithmStrength[],
  at: Date,
  key: AlgorithmUse['use'],
  digest: AlgorithmUse['use'],
): AlgorithmUse[] {
  const unique = strengths.filter(
    ({ name }, index) => strengths.findIndex((one) => one.name === name) === index,
  )
  return unique.map(({ name, reliableUntil }) => ({
    use: name.startsWith('SHA-') ? digest : key,
    name,
    ...(reliableUntil ? { reliableUntil } : {}),
    reliable: reliableUntil === undefined || at < reliableUntil,
  }))
}
