import { mailBusinessAdmins } from '#api/business/members/mail-business-admins.ts'
import type { Context } from '#api/providers/context.ts'
import { type Transaction, transaction } from '#api/platform/db/transaction.ts'
import { type BillingMail, enqueue } from '#api/platform/jobs/enqueue.ts'
import type { BillingChange } from '../sync/billing-changes.ts'
import type { BillingListener } from '../sync/sync-context.ts'

/** The admins hear of what a sync found to be different, by a job: a sync by command has no key to encrypt emails with. */
export const mailBillingChanges: BillingListener = async (_context, tx, businessId, changes) => {
  for (const mail of mailsOf(changes)) await enqueue(tx, 'mail-billing', { businessId, mail }, {})
}

/** With a plan that is bought, its seats are not reported apart. */
export function mailsOf(changes: readonly BillingChange[]): BillingMail[] {
  const isNew = changes.some(({ type }) => type === 'plan_bought' || type === 'plan_changed')
  return changes.flatMap(({ type, data }): BillingMail[] => {
    const { plan = '', seats = 0, endsAt = null, before = 0, after = 0, from = null } = data as ChangeDetails
    if (type === 'seats_changed') {
      if (isNew || typeof after !== 'number' || typeof before !== 'number') return []
      if (from !== null) return [{ what: 'seats_fewer', plan, seats: after, on: from }]
      return after > before ? [{ what: 'seats_more', plan, seats: after, on: null }] : []
    }
    if (type === 'plan_changed' && typeof after === 'object')
      return [{ what: type, plan: after.plan, seats: after.seats, on: null, cycle: after.cycle }]
    return [{ what: type, plan, seats, on: endsAt }]
  })
}

interface ChangeDetails {
  readonly plan?: string
  readonly seats?: number
  readonly endsAt?: string | null
  readonly before?: number | object
  readonly after?:
    | number
    | { readonly plan: string; readonly seats: number; readonly cycle: 'month' | 'year' }
  readonly from?: string | null
}

export async function mailBilling(
  context: Context,
  { businessId, mail }: { readonly businessId: string; readonly mail: BillingMail },
): Promise<void> {
  await transaction(context.db, (tx) => mailAdmins(context, tx, businessId, mail))
}

export function mailAdmins(
  context: Context,
  tx: Transaction,
  businessId: string,
  mail: BillingMail,
): Promise<void> {
  return mailBusinessAdmins(context, tx, businessId, (business) => ({
    kind: 'billing',
    input: { ...mail, business },
  }))
}
