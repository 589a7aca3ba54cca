import { randomBytes, randomInt } from 'node:crypto'
import type { MessageStore } from '../messages/message-store.ts'

export type ApprovalState = 'open' | 'approved' | 'cancelled' | 'locked' | 'expired'
export type NewApproval = {
  /** A number in E.164, or an email. */
  to: string
  message: string
  documents: readonly string[]
  /** Qualified signatures ask for the password first. */
  needsPassword: boolean
  /** Its page's address, sent with the code to who is not led there. */
  address?: (id: string) => string
  /** Where the browser goes when it is over; without it, a page says so. */
  returnTo?: (state: ApprovalState) => string
}
export type Approval = NewApproval & {
  id: string
  state: ApprovalState
  code: string
  sentAt: number
  resends: number
  wrong: number
}
export type Verdict = 'approved' | 'wrong_code' | 'wrong_password' | 'locked' | 'expired' | 'over'

/** As the real service has it: a code is good for 8 minutes, 5 wrong ones end it, 3 resends, 120 s between them. */
const rules = { life: 8 * 60_000, wrong: 5, resends: 3, between: 120_000 } as const
const kept = 1000
/** The only password that is not taken, so that a tester can get it wrong. */
export const WRONG_PASSWORD = 'wrong'

export type Approvals = {
  open(given: NewApproval): Approval
  get(id: string): Approval | undefined
  answer(id: string, answers: { password: string; code: string }): Verdict
  cancel(id: string): void
  /** False where there were too many, or the last is too new. */
  resend(id: string): boolean
}

/** Declarations of will that are waited for, each with its one-time code. */
export function openApprovals(messages: MessageStore, now = Date.now): Approvals {
  const approvals = new Map<string, Approval>()

  const send = (approval: Approval): void => {
    approval.code = String(randomInt(1_000_000)).padStart(6, '0')
    approval.sentAt = now()
    const address = approval.address ? `\n${approval.address(approval.id)}` : ''
    const text = `${approval.code} is your code to sign: ${approval.message}${address}`
    const channel = approval.to.startsWith('+') ? 'sms' : 'mail'
    const subject = channel === 'mail' ? 'Your code to sign' : ''
    messages.add({ channel, to: approval.to, subject, text, html: '', attachments: [] })
  }
  const get = (id: string): Approval | undefined => {
    const approval = approvals.get(id)
    if (approval?.state === 'open' && now() - approval.sentAt > rules.life) approval.state = 'expired'
    return approval
  }
  return {
    open: (given) => {
      const id = randomBytes(16).toString('hex')
      const approval: Approval = {
        ...given,
        id,
        state: 'open',
        code: '',
        sentAt: 0,
        resends: 0,
        wrong: 0,
      }
      approvals.set(id, approval)
      const [oldest] = approvals.keys()
      if (approvals.size > kept && oldest !== undefined) approvals.delete(oldest)
      send(approval)
      return approval
    },
    get,
    answer: (id, { password, code }) => {
      const approval = get(id)
      if (approval?.state === 'expired') return 'expired'
      if (approval?.state !== 'open') return 'over'
      const isWrongPassword = approval.needsPassword && (password.length === 0 || password === WRONG_PASSWORD)
      if (!isWrongPassword && code === approval.code) {
        approval.state = 'approved'
        return 'approved'
      }
      approval.wrong += 1
      if (approval.wrong >= rules.wrong) {
        approval.state = 'locked'
        return 'locked'
      }
      return isWrongPassword ? 'wrong_password' : 'wrong_code'
    },
    cancel: (id) => {
      const approval = get(id)
      if (approval?.state === 'open') approval.state = 'cancelled'
    },
    resend: (id) => {
      const approval = get(id)
      if (approval?.state !== 'open') return false
      if (approval.resends >= rules.resends || now() - approval.sentAt < rules.between) return false
      approval.resends += 1
      send(approval)
      return true
    },
  }
}
