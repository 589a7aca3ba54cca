import type { Context } from '#api/providers/context.ts'
import { transaction } from '#api/platform/db/transaction.ts'
import { billingStateOf } from '#api/billing/plans/billing-state.ts'
import { mailAdmins } from '../notifications/mail-admins.ts'
import * as repository from '../repository.ts'

const day = 86_400_000
const morning = 8
/** By the days of the calendar that are left: 0 is today. */
const notices = new Map<number, `trial_${0 | 1 | 3 | 7}`>([
  [0, 'trial_0'],
  [1, 'trial_1'],
  [3, 'trial_3'],
  [7, 'trial_7'],
])

/**
 * Tells the admins 7, 3 and 1 days before the trial ends, and on its last day: each on that day or, after an outage, not at
 * all, so that what the email says is true. What was told is written down in the same transaction, so that two processes tell
 * it once. Nobody is told at night.
 */
export async function remindOfTrial(context: Context): Promise<number> {
  if (!context.payment.forNew) return 0
  const now = context.now()
  if (Number(hourThere.format(now)) < morning) return 0
  let told = 0
  for (const id of await repository.listTrials(context.db, now, new Date(now.getTime() + 8 * day)))
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
    const due = notices.get(daysBetween(now, billing.trialEndsAt))
    const on = billing.trialEndsAt.toISOString()
    if (!due || billing.notices[due] === on) return false
    await repository.noteNotice(tx, businessId, due, on)
    await mailAdmins(context, tx, businessId, { what: due, plan: billing.trialPlan, seats: 0, on })
    return true
  })
}

/** How many midnights are between them where the emails' dates are of. */
function daysBetween(from: Date, to: Date): number {
  const midnight = (at: Date) => Date.parse(dateThere.format(at))
  return Math.round((midnight(to) - midnight(from)) / day)
}

// In Swedish a date is written as in ISO 8601.
const dateThere = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Zurich' })
const hourThere = new Intl.DateTimeFormat('en-GB', {
  hour: '2-digit',
  hourCycle: 'h23',
  timeZone: 'Europe/Zurich',
})
