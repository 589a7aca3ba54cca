import type { IncludedSignatures, PlanLimits, PlanName } from '@countersign/contract/billing-shapes.ts'

/** What is sold, as the seeded table has it. */
export interface Plan {
  readonly name: PlanName
  readonly position: number
  /** False: by contract. */
  readonly sold: boolean
  readonly seats: { readonly min: number; readonly max: number | null }
  /** For each seat and month; null: not limited. */
  readonly included: IncludedSignatures
  /** Signatures beyond that are charged each; otherwise they wait for the next month. */
  readonly chargesExtra: boolean
  readonly limits: PlanLimits
}

/** The first instant of the month of `at` and of the month after it. Months are those of the calendar in UTC (decision 73). */
export function monthOf(at: Date): { readonly start: Date; readonly end: Date } {
  const [year, month] = [at.getUTCFullYear(), at.getUTCMonth()]
  return { start: new Date(Date.UTC(year, month, 1)), end: new Date(Date.UTC(year, month + 1, 1)) }
}
