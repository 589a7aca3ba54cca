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
  /** When the last of the limits resets. */
  readonly resetsAt: Date

  constructor(limits: readonly EmailLimit[], now: Date) {
    const resetsAt = new Date(Math.max(...limits.map(({ until }) => until.getTime())))
    super('email.limit_reached', {
      retryAfter: Math.max(1, Math.ceil((resetsAt.getTime() - now.getTime()) / 1000)),
    })
    this.limits = limits
    this.resetsAt = resetsAt
  }

  /** Whether waiting doesn't help. */
  get isBeyond(): boolean {
    return this.limits.some(({ isBeyond }) => isBeyond)
  }
}
