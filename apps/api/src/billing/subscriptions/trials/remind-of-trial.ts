import type { BillingNotice } from '#api/platform/db/billing-tables.ts'
import type { Context } from '#api/providers/context.ts'
import { transaction } from '#api/platform/db/transaction.ts'
import { billingStateOf } from '#api/billing/plans/billing-state.ts'
import { mailAdmins } from '../notifications/mail-admins.ts'
import * as repository from '../repository.ts'

const day = 86_400_000
const notices = [
  [0, 'trial_0'],
  [1, 'trial_1'],
  [3, 'trial_3'],
  [7, 'trial_7'],
] as const satisfies readonly (readonly [days: number, notice: BillingNotice])[]

/**
 * Tells the admins 7, 3 and 1 days before the trial ends, and on its last day. After an outage the newest of these alone;
 * what was told is written down in the same transaction, so that two processes tell it once.
 */
export async function remindOfTrial(context: Context): Promise<number> {
  if (!context.payment.forNew) return 0
  const now = context.now()
  let told = 0
  for (const id of await repository.listTrials(context.db, now, new Date(now.getTime() + 7 * day)))
    if (await remind(context, id)) told += 1
  return told
}

function remind(context: Context, businessId: string): Promise<boolean> {
  return transaction(context.db, async (tx) => {
    const billing = await repository.lockForNoKeyUpdate(tx, businessId)
    if (!billing) return false
    const live = await repository.findLive(tx, businessId)
    const now = context.now()
    if (!billingStateOf(billing, live, now).isTrial) return false
    const left = (billing.trialEndsAt.getTime() - now.getTime()) / day
    const due = notices.find(([days]) => left <= (days === 0 ? 0.5 : days))?.[1]
    if (!due) return false
    const on = billing.trialEndsAt.toISOString()
    const isNotified = notices.slice(0, notices.findIndex(([, notice]) => notice === due) + 1)
    if (isNotified.some(([, notice]) => billing.notices[notice] === on)) return false
    await repository.noteNotice(tx, businessId, due, on)
    await mailAdmins(context, tx, businessId, { what: due, plan: billing.trialPlan, seats: 0, on })
    return true
  })
}
