import { tanRules } from '../approval.ts'

// The rules of a code that a signer gives (design 4.4): no clock, no I/O.

export interface Tan {
  readonly status: 'OPEN' | 'GIVEN' | 'FAILED'
  readonly error: string | null
  /** Wrong tries so far, whichever of the codes they were for. */
  readonly failures: number
  readonly resends: number
  readonly madeAt: Date
  /** Null while it is on its way. */
  readonly sentAt: Date | null
  readonly expiresAt: Date
}

/** What becomes of a try. `over` is one that comes too late for anything. */
export type TanVerdict = 'right' | 'wrong' | 'locked' | 'expired' | 'over'

export function judgeTan(tan: Tan, isRight: boolean, now: Date): TanVerdict {
  if (tan.status !== 'OPEN') return endOf(tan)
  if (now >= tan.expiresAt) return 'expired'
  if (isRight) return 'right'
  return attemptsLeft(tan) <= 1 ? 'locked' : 'wrong'
}

export type ResendVerdict = 'resend' | 'no_more' | 'too_soon' | 'locked' | 'expired' | 'over'

export function judgeResend(tan: Tan, now: Date): ResendVerdict {
  if (tan.status !== 'OPEN') return endOf(tan)
  if (now >= tan.expiresAt) return 'expired'
  if (resendsLeft(tan) === 0) return 'no_more'
  return now < resendAt(tan) ? 'too_soon' : 'resend'
}

function endOf({ error }: Tan): 'locked' | 'expired' | 'over' {
  if (error === 'tan_locked') return 'locked'
  return error === 'tan_expired' ? 'expired' : 'over'
}

export const attemptsLeft = ({ failures }: Tan): number => Math.max(0, tanRules.attempts - failures)
export const resendsLeft = ({ resends }: Tan): number => Math.max(0, tanRules.resends - resends)

/** The pause is from when it went out: a gateway that was slow is not the signer's fault. */
export const resendAt = ({ madeAt, sentAt }: Tan): Date =>
  new Date((sentAt ?? madeAt).getTime() + tanRules.pause)

export const validUntil = (from: Date): Date => new Date(from.getTime() + tanRules.validFor)

/** `+41 ** *** ** 67`, `a***@example.test`: enough to know it again, not enough to learn it. */
export function covered(channel: 'sms' | 'email', destination: string): string {
  if (channel === 'email')
    return `${destination.slice(0, 1)}***${destination.slice(destination.lastIndexOf('@'))}`
  const stars = '*'.repeat(Math.max(0, destination.length - 5)).replace(/^(\*\*)(\*{3})(\*+)$/, '$1 $2 $3')
  return `${destination.slice(0, 3)} ${stars} ${destination.slice(-2)}`
}
