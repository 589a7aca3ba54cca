import type { FastifyInstance, FastifyReply } from 'fastify'
import type { PaymentClock } from '../clock.ts'
import { createCoupon } from './catalog/coupons.ts'
import { ApiError } from './errors.ts'
import { readParams } from './params.ts'
import { shown } from './site.ts'
import type { Site } from './site.ts'
import type { Webhooks } from './webhooks.ts'

const base = '/api/payment/chargebee'

type Query = { Querystring: { customer?: string; type?: string } }

/** What tests and the sandbox's page use. None of it exists at Chargebee. */
export function registerTestRoutes(
  app: FastifyInstance,
  given: { site: Site; webhooks: Webhooks; clock: PaymentClock },
): void {
  const { site, webhooks, clock } = given
  const { tables } = site
  const rows = (all: object[]) => all.map((row) => shown(row))

  app.get(base, () => ({
    now: new Date(clock.now()).toISOString(),
    customers: tables.customers.all().length,
    subscriptions: rows(tables.subscriptions.all()),
    unpaidInvoices: rows(tables.invoices.all().filter((invoice) => invoice.amount_due > 0)),
    dunning: site.dunning,
    webhooks: { held: webhooks.held() },
    events: tables.events.all().slice(-20).reverse(),
  }))

  app.get<Query>(`${base}/state`, ({ query }) => {
    const isAsked = (row: { customer_id?: string }) =>
      query.customer === undefined || row.customer_id === query.customer
    const subscriptions = tables.subscriptions.all().filter(isAsked)
    const ids = new Set(subscriptions.map((one) => one.id))
    return {
      customers: rows(tables.customers.all().filter((one) => isAsked({ customer_id: one.id }))),
      subscriptions: rows(subscriptions),
      invoices: rows(tables.invoices.all().filter(isAsked)),
      creditNotes: rows(tables.creditNotes.all().filter(isAsked)),
      transactions: rows(tables.transactions.all().filter(isAsked)),
      paymentSources: rows(tables.paymentSources.all().filter(isAsked)),
      usages: rows(tables.usages.all().filter((one) => ids.has(one.subscription_id))),
    }
  })

  app.get<Query>(`${base}/events`, ({ query }) => ({
    items: tables.events.all().filter((one) => query.type === undefined || one.event_type === query.type),
  }))

  app.post<{ Body: { to?: string; days?: number } }>(`${base}/clock`, async ({ body }, reply) => {
    const to = body?.to === undefined ? clock.now() + (body?.days ?? 0) * 86_400_000 : Date.parse(body.to)
    if (!(to >= clock.now()))
      return reply.code(400).send({ status: 400, field: 'to', message: 'to must be a later time' })
    await clock.moveTo(to)
    site.store.save()
    return { now: new Date(clock.now()).toISOString() }
  })

  app.post(`${base}/webhooks/hold`, (_request, reply) => {
    webhooks.hold()
    return reply.code(204).send()
  })
  app.post<{ Body: { ids?: string[] } | null }>(`${base}/webhooks/release`, async ({ body }) => {
    await webhooks.release(body?.ids)
    return { held: webhooks.held() }
  })
  app.post(`${base}/webhooks/settle`, async (_request, reply) => {
    await webhooks.settle()
    return reply.code(204).send()
  })
  app.post<{ Params: { id: string } }>(`${base}/events/:id/resend`, async ({ params }, reply) => {
    const event = tables.events.get(params.id)
    if (!event) return reply.callNotFound()
    return { taken: await webhooks.resend(event) }
  })

  app.post<{ Body: Record<string, unknown> }>(`${base}/coupons`, ({ body }, reply) =>
    answered(reply, () => {
      const entries = Object.entries(body).map(([key, value]): [string, string] => [key, String(value)])
      const params = new URLSearchParams(entries)
      const coupon = createCoupon(site, readParams(params))
      site.store.save()
      return { coupon: shown(coupon) }
    }),
  )

  app.put<{ Body: { retryDays?: number[]; finalAction?: 'cancel' | 'keep' } }>(
    `${base}/dunning`,
    ({ body }) => {
      Object.assign(site.dunning, body)
      return site.dunning
    },
  )

  /** `{ "registrations": { "CH": 8.1 } }`: where tax is charged, and how much. */
  app.put<{ Body: Partial<Site['tax']> }>(`${base}/tax`, ({ body }) => Object.assign(site.tax, body))
}

function answered(reply: FastifyReply, act: () => object): FastifyReply {
  try {
    return reply.code(201).send(act())
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return reply.code(error.status).send({ status: error.status, field: error.param, message: error.message })
  }
}
