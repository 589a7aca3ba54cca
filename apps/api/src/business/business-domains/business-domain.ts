export type DomainProblem = 'no_record' | 'other_value' | 'no_answer' | 'taken'
export type DomainStatus = 'PENDING' | 'VERIFIED' | 'LAPSED'

/** A domain that a business claims. */
export interface BusinessDomain {
  readonly businessId: string
  readonly domain: string
  /** Shown in the record. It is no secret: everybody can read it there. */
  readonly token: string
  readonly claimedAt: Date
  /** When the record was found: for the first time, or again after the domain had lapsed. */
  readonly verifiedAt: Date | null
  /** Proved, and since then every answer was that the record is not there. */
  readonly missingSince: Date | null
  readonly lapsedAt: Date | null
  readonly checkedAt: Date | null
  readonly problem: DomainProblem | null
  readonly nextCheckAt: Date
  /** Whether people with an address of it may join by themselves. */
  readonly join: boolean
}

/** What was found under the record's name: its texts, or null where nobody answered. */
export type RecordTexts = readonly string[] | null

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
/** A proved domain without its record is no longer the business's own after this time. */
export const lapsesAfter = 3 * day
export const mostDomains = 50

export function claim(businessId: string, domain: string, token: string, now: Date): BusinessDomain {
  return {
    businessId,
    domain,
    token,
    claimedAt: now,
    verifiedAt: null,
    missingSince: null,
    lapsedAt: null,
    checkedAt: null,
    problem: null,
    nextCheckAt: new Date(now.getTime() + minute),
    join: false,
  }
}

export function statusOf({ verifiedAt, lapsedAt }: BusinessDomain): DomainStatus {
  if (lapsedAt) return 'LAPSED'
  return verifiedAt ? 'VERIFIED' : 'PENDING'
}

/** A name of its own below the domain: what else is at the domain itself stays as it is. */
export function recordOf({ domain, token }: Pick<BusinessDomain, 'domain' | 'token'>): {
  readonly name: string
  readonly value: string
} {
  return { name: `_countersign.${domain}`, value: `countersign-domain=${token}` }
}

/**
 * After a look. Anyone who proved it first keeps it until it lapses. No answer is no proof of anything: it is shown, and
 * counts for nothing.
 */
export function afterLook(
  one: BusinessDomain,
  found: RecordTexts,
  { isTaken, now }: { readonly isTaken: boolean; readonly now: Date },
): BusinessDomain {
  const looked = judge(one, found, isTaken, now)
  return { ...looked, checkedAt: now, nextCheckAt: new Date(now.getTime() + pauseAfter(looked, now)) }
}

function judge(one: BusinessDomain, found: RecordTexts, isTaken: boolean, now: Date): BusinessDomain {
  if (found === null) return { ...one, problem: 'no_answer' }
  const isVerified = statusOf(one) === 'VERIFIED'
  if (found.some((text) => text.trim() === recordOf(one).value)) {
    if (isVerified) return { ...one, missingSince: null, problem: null }
    if (isTaken) return { ...one, problem: 'taken' }
    return { ...one, verifiedAt: now, missingSince: null, lapsedAt: null, problem: null }
  }
  const problem = found.length > 0 ? 'other_value' : 'no_record'
  if (!isVerified) return { ...one, problem }
  const missingSince = one.missingSince ?? now
  const isGone = now.getTime() - missingSince.getTime() >= lapsesAfter
  return { ...one, problem, missingSince, lapsedAt: isGone ? now : null }
}

/** Anyone who has just claimed one sets the record now; what is proved is looked at daily, and oftener once it is missing. */
function pauseAfter(one: BusinessDomain, now: Date): number {
  if (statusOf(one) === 'VERIFIED') return one.problem === null ? day : hour
  if (statusOf(one) === 'LAPSED') return day
  const age = now.getTime() - one.claimedAt.getTime()
  if (age < hour) return minute
  if (age < day) return 10 * minute
  return age < 14 * day ? hour : day
}
