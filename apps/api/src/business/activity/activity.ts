import type { Legislation } from '@countersign/contract/values.ts'
// What happened in a business, as its admins read it.

export type ActivityKind = 'account' | 'signature' | 'identification'

/** Days (UTC) as `2026-11-22`, both included; null where there is no end to that side. */
export interface DayRange {
  readonly from: string | null
  readonly to: string | null
}

export interface ActivityFilter {
  readonly businessId: string
  readonly kind: ActivityKind
  readonly range: DayRange
  readonly action?: string | undefined
  /** Of a signature its quality, of an identification its legislation. */
  readonly dimension?: string | undefined
  /** Whose requests. */
  readonly initiatorId?: string | undefined
}

export interface ActivityQuery extends ActivityFilter {
  readonly page: number
  readonly size: number
  readonly newestFirst: boolean
  readonly search?: string | undefined
}

/** One line. What a kind does not have is null or empty. */
export interface Activity {
  readonly id: string
  readonly at: Date
  readonly action: string
  readonly dimension: string
  readonly initiatorId: string | null
  readonly initiatorName: string
  readonly initiatorEmail: string | null
  readonly personId: string | null
  /** The given name, or the whole where only that is known. */
  readonly personName: string
  readonly personSurname: string
  readonly personEmail: string | null
  readonly personType: 'member' | 'external' | 'api' | 'unknown' | null
  readonly requestId: string | null
  readonly title: string | null
  readonly legislation: Legislation | null
  readonly method: string | null
  readonly covered: boolean | null
}

export interface ActivityPage {
  readonly items: readonly Activity[]
  readonly total: number
  /** There are more; a search does not count them all. */
  readonly isCapped: boolean
}
