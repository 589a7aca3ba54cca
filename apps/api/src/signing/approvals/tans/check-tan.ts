import type { Context } from '#api/providers/context.ts'
import { transaction } from '#api/platform/db/transaction.ts'
import { Refusal } from '#api/platform/refusal.ts'
import type { CallerAddress } from '../approval.ts'
import { failApproval } from '../fail-approval.ts'
import { giveApproval } from '../give-approval.ts'
import { recordRefused } from './record-code.ts'
import { type Approval } from '../repository.ts'
import { lockApproval } from '../lock-approval.ts'
import { isVouchedFor } from './is-vouched-for.ts'
import { judgeTan, type TanVerdict } from './tan.ts'
import { tanOf } from './tan-approval.ts'
import { hashCode, isCode } from './tan-code.ts'
import { countWrongOf, forgetWrongOf, waitOf } from './tan-limit.ts'
import { countWrong } from './tan-repository.ts'

/**
 * Takes a code for the approval: right, and its signatures are made. Each try is a transaction of its own that holds the
 * row, so that of parallel guesses each is counted, and a wrong one stays counted though the call is refused.
 */
export async function checkTan(
  context: Context,
  approvalId: string,
  typed: string,
  from: CallerAddress,
): Promise<void> {
  const verdict = await transaction(context.db, async (tx): Promise<TanVerdict | 'none' | 'unavailable'> => {
    const approval = await lockApproval(tx, approvalId)
    if (approval?.kind !== 'TAN') return 'none'
    // Of several that were begun before it came to that.
    if (approval.status === 'OPEN' && (await waitOf(context, tx, approval)) !== null) {
      await failApproval(context, tx, approvalId, 'tan_locked')
      return 'locked'
    }
    const verdict = judgeTan(tanOf(approval), isRight(context, approval, typed), context.now())
    if (approval.status !== 'OPEN') return verdict
    if (verdict === 'right' && !(await isVouchedFor(context, tx, approval))) {
      await failApproval(context, tx, approvalId, 'signing.quality_unavailable')
      return 'unavailable'
    }
    if (verdict === 'right') {
      await giveApproval(context, tx, approvalId, { from })
      await forgetWrongOf(tx, approval)
    }
    if (verdict === 'wrong' || verdict === 'locked') {
      await countWrong(tx, approvalId)
      await countWrongOf(context, tx, approval)
      await recordRefused(context, tx, approvalId, { tan: tanOf(approval), from })
    }
    if (verdict === 'locked') await failApproval(context, tx, approvalId, 'tan_locked')
    if (verdict === 'expired') await failApproval(context, tx, approvalId, 'tan_expired')
    return verdict
  })
  if (verdict !== 'right') throw new Refusal(refusals[verdict])
}

function isRight(context: Context, { id, resends, code_hash: hash }: Approval, typed: string): boolean {
  return hash !== null && isCode(hash, (code) => hashCode(context.hashKeys, id, resends, code), typed)
}

const refusals = {
  none: 'not_found',
  wrong: 'tan.invalid',
  locked: 'tan.locked',
  expired: 'tan.expired',
  over: 'approval.over',
  unavailable: 'signing.quality_unavailable',
} as const
