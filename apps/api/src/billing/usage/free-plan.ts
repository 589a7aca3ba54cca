import type { User } from '@countersign/contract/account-shapes.ts'
import type { Context } from '#api/providers/context.ts'
import { monthOf } from '#api/billing/plans/plan.ts'
import { Refusal } from '#api/platform/refusal.ts'
import { findEntitlement } from './entitlement.ts'
import { findPayer } from './payer-repository.ts'
import * as repository from './repository.ts'
import * as freePlans from '#api/identity/accounts/free-plan-repository.ts'

type PlanContext = Pick<Context, 'db' | 'now' | 'config' | 'payment'>

/** Of a personal account; null for people of a business, and without billing. */
export async function findFreePlan(
  { db, payment }: Pick<Context, 'db' | 'payment'>,
  accountId: string,
): Promise<User['freePlan']> {
  if (!payment.forNew) return null
  const [{ businessId }, account] = await Promise.all([
    findPayer(db, accountId),
    freePlans.findFacts(db, accountId),
  ])
  if (businessId || !account) return null
  const isLegacy = account.type === 'free_legacy'
  return {
    type: isLegacy ? 'free_legacy' : 'free_new',
    uploads: isLegacy,
    migration: isLegacy && account.offeredAt !== null && account.acceptedAt === null,
  }
}

/** The new free plan has no uploading (navigation rule 12); a business whose plan has ended uploads nothing either. */
export async function refuseUpload(context: PlanContext, accountId: string): Promise<void> {
  if (!context.payment.forNew) return
  const payer = await findPayer(context.db, accountId)
  const { hasPlan } = await findEntitlement(context, payer)
  if (!hasPlan) throw new Refusal('business.payment_required')
  const plan = await findFreePlan(context, accountId)
  if (plan && !plan.uploads) throw new Refusal('plan.not_included', { feature: 'uploads' })
}

export async function getOwnUsage(context: PlanContext, accountId: string) {
  const plan = await findFreePlan(context, accountId)
  if (!plan) return { plan: null, uploads: true, included: null, used: 0, renewsAt: null, migration: false }
  const month = monthOf(context.now())
  const counts = await repository.count(context.db, { businessId: null, accountId }, month)
  return {
    plan: plan.type,
    uploads: plan.uploads,
    included: context.config.freeSignatures,
    used: repository.total(counts),
    renewsAt: month.end.toISOString(),
    migration: plan.migration,
  }
}

/** Takes the new free plan, where that was offered. */
export async function acceptFreeMigration(context: PlanContext, accountId: string): Promise<void> {
  if (!context.payment.forNew) throw new Refusal('billing.not_configured')
  const plan = await findFreePlan(context, accountId)
  if (!plan?.migration) throw new Refusal('not_found')
  await freePlans.acceptMigration(context.db, accountId, context.now())
}
