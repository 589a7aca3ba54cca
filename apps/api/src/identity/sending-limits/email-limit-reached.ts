import { Refusal } from '#api/platform/refusal.ts'

/** Emails that a limit doesn't allow now. */
export interface EmailLimit {
  /** The mailbox; null: the limit is on all emails of the sender. */
  readonly recipient: string | null
  /** When the limit resets. */
  readonly until: Date
  /** More emails at once than it ever allows. */
  readonly isBeyond: boolean
}

/** An ordinary refusal for API calls. Work that can wait learns what it waits for, and until when. */
export class EmailLimitReached extends Refusal {
  readonly limits: readonly EmailLimit[]

  constructor(limits: readonly EmailLimit[], now: Date) {
    const last = Math.max(...limits.map(({ until }) => until.getTime()))
    super('email.limit_reached', { retryAfter: Math.max(1, Math.ceil((last - now.getTime()) / 1000)) })
    this.limits = limits
  }
}
