import type { Language } from '@countersign/contract/values.ts'
import { billingWords as de } from './billing-messages.de.ts'
import { billingWords as en } from './billing-messages.en.ts'
import { billingWords as fr } from './billing-messages.fr.ts'
import { billingWords as it } from './billing-messages.it.ts'
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

export const billingWords: Readonly<Record<Language, BillingWords>> = { en, de, fr, it }
