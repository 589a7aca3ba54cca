import * as calls from '@countersign/contract/subscriptions.ts'
import type { FastifyInstance } from 'fastify'
import type { AccountActor } from '#api/platform/actor.ts'
import { allowAdmin } from '#api/business/businesses/policy.ts'
import { showBusiness } from '#api/business/businesses/show-business.ts'
import type { Context } from '#api/providers/context.ts'
import { bind } from '#api/platform/http/bind.ts'
import { rawBodyOf, withRawBodies } from '#api/platform/http/raw-bodies.ts'
import { Refusal } from '#api/platform/refusal.ts'
import { keepSurvey } from './surveys/answer-survey.ts'
import { cancelTrial } from './trials/cancel-trial.ts'
import { changeBase } from './orders/change-base.ts'
import { changeSeats, previewSeats } from './orders/change-seats.ts'
import { listCountries } from './customers/countries.ts'
import { registerDirectUpgrade } from './direct-upgrades/routes.ts'
import { trialDays } from './trials/trial-repository.ts'
import { acceptFairFlat } from './accept-fair-flat.ts'
import { listOfferedPlans } from './orders/price-plans.ts'
import { createSetupIntent, listInvoices, createPortalSession } from './customers/payment-and-portal-pages.ts'
import { providerForNew } from './provider-refusal.ts'
import { getReferralCode, validatePromo } from './referrals/referrals.ts'
import { syncOnReturn } from './sync/sync-on-return.ts'
import { updateBilling } from './customers/update-billing.ts'
import { previewUpgrade, upgradeBusiness } from './orders/upgrade-business.ts'
import { billingView } from './presenter.ts'
import { receiveWebhook } from './sync/receive-webhook.ts'

export function registerBilling(app: FastifyInstance, context: Context): void {
  registerPlans(app, context)
  registerPaying(app, context)
  registerKeeping(app, context)
  registerDirectUpgrade(app, context)
  registerPaymentWebhooks(app, context)
}

export async function shown(context: Context, actor: AccountActor, businessId: string) {
  const membership = await allowAdmin(context.db, actor, businessId)
  return showBusiness({ ...context, ...billingView(context) }, actor, membership)
}

/** What is sold, and what it would cost. */
function registerPlans(app: FastifyInstance, context: Context): void {
  const { config } = context
  bind(app, context, calls.listPricePlans, async () => ({
    enabled: context.payment.forNew !== null,
    provider: context.payment.forNew?.name ?? null,
    taxedBy: context.payment
      .all()
      .filter(({ addsTax }) => addsTax)
      .map(({ name }) => name),
    plans: await listOfferedPlans(context),
    trialDays,
    countries: context.payment.forNew ? listCountries() : [],
    enterpriseContact: Boolean(config.enterprise.formUrl ?? config.enterprise.contact),
  }))

  bind(app, context, calls.previewUpgrade, ({ actor, params, body }) =>
    previewUpgrade(context, actor, params.id, body),
  )

  bind(app, context, calls.previewSeats, ({ actor, params, body }) =>
    previewSeats(context, actor, params.id, body.seats),
  )

  bind(app, context, calls.validatePromo, async ({ actor, params, body }) => ({
    valid: true as const,
    discount: await validatePromo(context, actor, params.id, body),
  }))

  bind(app, context, calls.getReferralCode, ({ actor, params }) => getReferralCode(context, actor, params.id))
}

function registerPaying(app: FastifyInstance, context: Context): void {
  bind(app, context, calls.createSetupIntent, ({ actor, params, body }) =>
    createSetupIntent(context, actor, params.id, body.country),
  )

  bind(app, context, calls.upgradeBusiness, async ({ actor, params, body }) => {
    const action = await upgradeBusiness(context, actor, params.id, body)
    return { business: await shown(context, actor, params.id), action }
  })

  bind(app, context, calls.changeSeats, async ({ actor, params, body }) => {
    const action = await changeSeats(context, actor, params.id, body)
    const { billing } = await shown(context, actor, params.id)
    if (!billing) throw new Refusal('billing.not_configured')
    return { billing, action }
  })

  bind(app, context, calls.createPortalSession, async ({ actor, params }) => ({
    url: await createPortalSession(context, actor, params.id, 'CHARGEBEE'),
  }))

  bind(app, context, calls.getCustomerPortal, async ({ actor, params }) => ({
    redirectUrl: await createPortalSession(context, actor, params.id, 'STRIPE'),
  }))

  bind(app, context, calls.listInvoices, ({ actor, params, query }) =>
    listInvoices(context, actor, params.id, { size: query.size, after: query.after ?? null }),
  )
}

function registerKeeping(app: FastifyInstance, context: Context): void {
  bind(app, context, calls.cancelTrial, async ({ actor, params }) => {
    await cancelTrial(context, actor, params.id)
    return shown(context, actor, params.id)
  })

  bind(app, context, calls.updateBilling, ({ actor, params, body }) =>
    updateBilling(context, actor, params.id, body),
  )

  bind(app, context, calls.changeBase, async ({ actor, params, body }) => {
    await changeBase(context, actor, params.id, { ends: body.next !== null })
    return shown(context, actor, params.id)
  })

  bind(app, context, calls.syncBusinessBilling, async ({ actor, params }) => {
    providerForNew(context)
    await allowAdmin(context.db, actor, params.id)
    await syncOnReturn(context, params.id)
    return shown(context, actor, params.id)
  })

  bind(
    app,
    context,
    calls.answerSurvey,
    async ({ actor, params, body }) => {
      await keepSurvey(context, actor, params.id, body)
      return {}
    },
    { again: async () => ({}) },
  )

  bind(app, context, calls.acceptFairFlat, async ({ actor, params, body }) => {
    await acceptFairFlat(context, actor, params.id, body.accept)
    return shown(context, actor, params.id)
  })
}

const webhookLimit = 512 * 1024

/** What a provider signed are the bytes. */
function registerPaymentWebhooks(app: FastifyInstance, context: Context): void {
  withRawBodies(app, webhookLimit, (scope) => {
    for (const [call, provider] of [
      [calls.receiveStripeWebhook, 'STRIPE'],
      [calls.receiveChargebeeWebhook, 'CHARGEBEE'],
    ] as const)
      bind(scope, context, call, async ({ body, actor: { address }, request: { headers } }) => {
        await receiveWebhook(context, provider, { address, headers, rawBody: rawBodyOf(body) })
        return {}
      })
  })
}
