import { createStore } from '../browser/store.ts'
import type { BillingNotice } from './billing-notice.ts'

/** What the admins of a business should know, wherever they are. */
export interface BusinessLines {
  /** The day on which the business is deleted; null where none is. */
  readonly deleteAt: string | null
  readonly billing: BillingNotice | null
}

/** Null where there is nothing. Small: every page looks at it. */
export const businessLines = createStore<BusinessLines | null>(null)
