import type { Context } from '#api/providers/context.ts'
import { recordResult } from '#api/platform/db/call-result.ts'
import { transaction } from '#api/platform/db/transaction.ts'
import { Refusal } from '#api/platform/refusal.ts'
import { failApproval } from '../fail-approval.ts'
import { lockApproval } from '../lock-approval.ts'
import { isVouchedFor } from './is-vouched-for.ts'
import { judgeResend, resendAt } from './tan.ts'
import { destinationOf, sendCode, tanOf } from './tan-approval.ts'
import { countCode } from './tan-limit.ts'

/** Sends a new code, which takes the old one's place. The wrong tries so far stay counted. */
export async function resendTan(context: Context, approvalId: string): Promise<void> {
  const refusal = await transaction(context.db, async (tx): Promise<Refusal | null> => {
    const approval = await lockApproval(tx, approvalId)
    if (approval?.kind !== 'TAN') return new Refusal('not_found')
    const now = context.now()
    const verdict = judgeResend(tanOf(approval), now)
    if (verdict === 'expired' && approval.status === 'OPEN')
      await failApproval(context, tx, approvalId, 'tan_expired')
    if (verdict === 'too_soon') {
      const wait = resendAt(tanOf(approval)).getTime() - now.getTime()
      return new Refusal('rate.exceeded', { retryAfter: Math.ceil(wait / 1000) })
    }
    if (verdict !== 'resend') return new Refusal(refusals[verdict])
    if (!(await isVouchedFor(context, tx, approval))) {
      await failApproval(context, tx, approvalId, 'signing.quality_unavailable')
      return new Refusal('signing.quality_unavailable')
    }
    const destination = destinationOf(context, approval)
    if (!destination) throw new Error(`the approval ${approvalId} has no destination`)
    await countCode(context, tx, destination.to)
    const { id, language, resends } = approval
    await sendCode(context, tx, { id, language, round: resends + 1, destination })
    recordResult(tx, id)
    return null
  })
  if (refusal) throw refusal
}

const refusals = {
  no_more: 'tan.no_more_resends',
  locked: 'tan.locked',
  expired: 'tan.expired',
  over: 'approval.over',
} as const
