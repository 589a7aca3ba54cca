import { isWorse, type RowComparison } from './compare.ts'

/** How `npm run bench` ends. */
export const exitStatus = {
  kept: 0,
  /** A limit was missed, or a figure is worse than stored or no longer measured. */
  missed: 1,
  /** A mistake in the command, or a file that is no stored run. */
  refused: 2,
  /** The machine was not quiet: what was measured says nothing. */
  notQuiet: 3,
} as const

/** Not quiet comes first: what seems worse then may be the other work on the machine, and what seems kept, luck. */
export function statusOfComparison(rows: readonly RowComparison[], isQuiet: boolean): number {
  if (rows.every(({ compared }) => compared.length === 0)) return exitStatus.refused
  if (!isQuiet) return exitStatus.notQuiet
  const isMissed = rows.some(({ compared, notMeasured }) => compared.some(isWorse) || notMeasured.length > 0)
  return isMissed ? exitStatus.missed : exitStatus.kept
}
