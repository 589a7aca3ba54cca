import type { AccountActor } from '#api/platform/actor.ts'
import type { Business, Logo } from '#api/business/businesses/business.ts'
import { appendBusinessEvent } from '#api/business/businesses/append-event.ts'
import { allowAdmin } from '#api/business/businesses/policy.ts'
import { lockForNoKeyUpdate } from '#api/business/businesses/repository.ts'
import type { Context } from '#api/providers/context.ts'
import { transaction } from '#api/platform/db/transaction.ts'
import { eventActor } from '#api/evidence/append-event.ts'
import { Refusal } from '#api/platform/refusal.ts'
import { saveLogo } from '#api/business/businesses/logo-repository.ts'
import { readLogo } from './read-logo.ts'
import type { PlanLimits } from '#api/business/businesses/billing-steps.ts'

export async function setLogo(
  context: Context & PlanLimits,
  actor: AccountActor,
  businessId: string,
  content: string,
): Promise<Business> {
  // Who may not is told so before their picture is read.
  await allowAdmin(context.db, actor, businessId)
  await context.refuseFeature(context.db, businessId, 'branding')
  return keep(context, actor, businessId, await readLogo(context, content))
}

export function deleteLogo(context: Context, actor: AccountActor, businessId: string): Promise<Business> {
  return keep(context, actor, businessId, null)
}

/** What changes nothing is no act. */
async function keep(
  context: Context,
  actor: AccountActor,
  businessId: string,
  given: (Logo & { readonly png: Buffer }) | null,
): Promise<Business> {
  return transaction(context.db, async (tx) => {
    const business = await lockForNoKeyUpdate(tx, businessId)
    await allowAdmin(tx, actor, businessId)
    if (!business) throw new Refusal('not_found')
    const logo = given && { hash: given.hash, width: given.width, height: given.height }
    if (logo?.hash === business.logo?.hash) return business
    await saveLogo(tx, businessId, given)
    await appendBusinessEvent(tx, businessId, {
      type: logo ? 'logo_set' : 'logo_removed',
      at: context.now(),
      actor: eventActor(actor),
      data: { ...(logo ?? business.logo) },
    })
    return { ...business, logo }
  })
}
