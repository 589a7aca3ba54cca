// Auto-deletion of requests: no clock, no I/O.

/** What a request under it carries. */
export interface Retention {
  readonly days: number
  readonly fromTerminalState: boolean
  /** Null while it has not ended, where the days are counted from its end. */
  readonly deleteAt: Date | null
  /** When documents, attachments and pictures of signatures were deleted. */
  readonly deletedAt: Date | null
}

export interface RetentionRule {
  readonly days: number
  readonly fromTerminalState: boolean
  readonly activatedAt: Date
}

/** The rule that holds for what an account begins, and whose it is. */
export type RuleFor = Pick<RetentionRule, 'days' | 'fromTerminalState'> & {
  /** Null where it is the account's own. */
  readonly business: { readonly id: string; readonly name: string } | null
}

const hour = 3_600_000
const day = 24 * hour

/**
 * Part 11 records have to be kept as long as the predicate rule says (21 CFR 11.10(c)); the shortest usual period is
 * the two years of 21 CFR 312.57(c). So they are kept at least that long from their end, whatever is set.
 */
export const part11DaysAtLeast = 730

/** What of a request says how long it is kept. */
interface Kept {
  readonly status: string
  readonly quality: string
  readonly completedAt: Date | null
  readonly retention: Retention | null
  readonly signatures: readonly {
    readonly signing: { readonly status: string; readonly quality: string } | null
  }[]
}

/** Sent as a regulated record, or signed as one by one of its signers. */
export function isRecord({ quality, signatures }: Pick<Kept, 'quality' | 'signatures'>): boolean {
  const isSignedAsRecord = ({ signing }: Kept['signatures'][number]) =>
    signing?.status === 'SIGNED' && signing.quality === 'PART11'
  return quality === 'PART11' || signatures.some(isSignedAsRecord)
}

/** The rule as it holds for a request, which may be a regulated record. */
export function ruleInForce(
  { days, fromTerminalState }: Retention,
  request: Pick<Kept, 'quality' | 'signatures'>,
): Pick<RetentionRule, 'days' | 'fromTerminalState'> {
  return isRecord(request)
    ? { days: Math.max(days, part11DaysAtLeast), fromTerminalState: true }
    : { days, fromTerminalState }
}

/** What is there already when a rule comes is deleted so much later at the earliest: everybody is told a week ahead. */
export const noticeBeforeExisting = 8 * day

/** Between being told of the day and the deletion is at least so much, also where the job came late. */
export const shortestNotice = 20 * hour

export interface NoticeState {
  readonly deleteAt: Date
  readonly weekNoticeAt: Date | null
  readonly dayNoticeAt: Date | null
}

/** Which mail is due: seven days before, or on the day. Who was not told a week ahead in time is told on the day alone. */
export function dueNotice(
  { deleteAt, weekNoticeAt, dayNoticeAt }: NoticeState,
  now: Date,
): 'week' | 'day' | null {
  const left = deleteAt.getTime() - now.getTime()
  if (dayNoticeAt) return null
  if (left <= day) return 'day'
  return left <= 7 * day && !weekNoticeAt ? 'week' : null
}

export function isDeletionDue({ deleteAt, dayNoticeAt }: NoticeState, now: Date): boolean {
  return deleteAt <= now && dayNoticeAt !== null && now.getTime() - dayNoticeAt.getTime() >= shortestNotice
}

/**
 * A sent request under a rule isn't deleted by hand: that would make the rule worth nothing. Nor is a regulated record, under
 * any rule or none, until it has been kept as long as it has to be.
 */
export function isHeld(request: Kept, now: Date): boolean {
  if (request.status === 'DRAFT') return false
  if (request.retention) return true
  const until = heldUntil(request)
  return isRecord(request) && (until === null || now < until)
}

/** Null while that isn't known: its days count from its end. */
export function heldUntil({ retention, completedAt }: Kept): Date | null {
  if (retention) return retention.deleteAt
  return completedAt && new Date(completedAt.getTime() + part11DaysAtLeast * day)
}
