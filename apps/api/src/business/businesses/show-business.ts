import type * as contract from '@countersign/contract/businesses.ts'
import { findKeyFigures } from '#api/business/activity/find-key-figures.ts'
import type { AccountActor } from '#api/platform/actor.ts'
import { presentAes } from '#api/business/aes-for-business/presenter.ts'
import { find as findAes } from '#api/business/aes-for-business/repository.ts'
import type { Context } from '#api/providers/context.ts'
import { listOwnSeals, listSealsOf } from '#api/business/seals/list-seals.ts'
import type { Business } from './business.ts'
import { countPeople, findSurroundings } from './find-surroundings.ts'
import { type Belongings, presentBusiness, type Surroundings } from './presenter.ts'
import type { Membership } from './repository.ts'
import type { BillingView } from './billing-steps.ts'

type ViewContext = Pick<Context, 'db' | 'now'> & BillingView

const untold: Belongings = {
  seals: [],
  dashboard: null,
  aes4biz: null,
  billing: null,
  pricePlan: null,
  stripe: null,
}

/** A business as one who belongs to it sees it. Who has no seat sees no more of what it has than the calls for that show. */
export async function showBusiness(
  context: ViewContext,
  actor: AccountActor,
  { business, role, lockedAt }: Membership,
): Promise<contract.Business> {
  const surroundings = await findSurroundings(context.db, business.id, context.now())
  if (lockedAt) return presentBusiness(business, surroundings, role, untold)
  if (role === 'admin') {
    const belongings = await findForAdmin(context, actor, business, surroundings)
    return presentBusiness(business, surroundings, role, belongings)
  }
  const seals = await listOwnSeals(context.db, actor.accountId)
  const billing = await context.presentBilling(business, role)
  return presentBusiness(business, surroundings, role, { ...untold, seals, ...billing })
}

async function findForAdmin(
  context: ViewContext,
  actor: AccountActor,
  business: Business,
  surroundings: Surroundings,
): Promise<Belongings> {
  const [seals, figures, aes, billing] = await Promise.all([
    listSealsOf(context.db, business.id, actor.accountId),
    findKeyFigures(context, business.id),
    findAes(context.db, business.id),
    context.presentBilling(business, 'admin'),
  ])
  return {
    seals,
    dashboard: { ...figures, members: countPeople(surroundings) },
    aes4biz: presentAes(business, aes),
    ...billing,
  }
}
