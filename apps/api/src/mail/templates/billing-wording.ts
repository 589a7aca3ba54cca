import type { BillingMailKind } from '#api/platform/jobs/enqueue.ts'

export interface BillingFacts {
  readonly business: string
  /** As it is sold: Team. */
  readonly plan: string
  readonly seats: number
  /** In the reader's language; empty where there is none. */
  readonly day: string
}

export interface BillingWording {
  readonly subject: string
  readonly paragraph: string
}
export type BillingWords = Readonly<Record<BillingMailKind, (facts: BillingFacts) => BillingWording>> & {
  readonly button: string
}
