import type { FastifyInstance, FastifyReply } from 'fastify'
import type { PaymentClock } from '../clock.ts'
import type { Account, Dunning } from './account.ts'
import { StripeError } from './errors.ts'
import { usageOf } from './catalog/meters.ts'
import { authenticate, confirmIntent } from './payments/page-intents.ts'
import { CardRefused } from './pages-port.ts'
import { shown } from './shown.ts'
import type { Webhooks } from './events/webhooks.ts'

const base = '/api/payment/stripe'

type Query = { Querystring: { customer?: string; type?: string } }
type OfIntent = { Params: { id: string }; Body: { card?: string; approve?: boolean } }

/** What tests and the sandbox's page use. None of it exists at Stripe. */
export function registerTestRoutes(
  app: FastifyInstance,
  given: { account: Account; webhooks: Webhooks; clock: PaymentClock },
): void {
  const { account, webhooks, clock } = given
  const { tables } = account
  const rows = (all: object[]) => all.map((row) => shown(row))

  app.get(base, () => ({
    now: new Date(clock.now()).toISOString(),
    customers: tables.customers.all().length,
    subscriptions: rows(tables.subscriptions.all()),
    openInvoices: rows(tables.invoices.all().filter((invoice) => invoice.status === 'open')),
    dunning: account.dunning,
    webhooks: { held: webhooks.held() },
    events: rows(tables.events.all().slice(-20).reverse()),
  }))

  app.get<Query>(`${base}/state`, ({ query }) => {
    const isOf = (id: string | null | undefined) => query.customer === undefined || id === query.customer
    const isAsked = (row: { customer: string | null }) => isOf(row.customer)
    const customers = tables.customers.all().filter((one) => isOf(one.id))
    return {
      customers: rows(customers),
      taxIds: rows(tables.taxIds.all().filter(isAsked)),
      subscriptions: rows(tables.subscriptions.all().filter(isAsked)),
      invoices: rows(tables.invoices.all().filter(isAsked)),
      paymentIntents: rows(tables.paymentIntents.all().filter(isAsked)),
      paymentMethods: rows(tables.paymentMethods.all().filter(isAsked)),
      meterEvents: tables.meterEvents.all().filter((one) => Object.values(one.payload).some(isOf)),
      usage: tables.meters.all().map((meter) => ({
        event_name: meter.event_name,
        total: customers.reduce((sum, one) => sum + usageOf(account, meter.id, one, 0, Infinity), 0),
      })),
    }
  })

  app.get<Query>(`${base}/events`, ({ query }) => ({
    items: rows(tables.events.all().filter((one) => query.type === undefined || one.type === query.type)),
  }))

  app.post<{ Body: { to?: string; days?: number } }>(`${base}/clock`, async ({ body }, reply) => {
    const to = body?.to === undefined ? clock.now() + (body?.days ?? 0) * 86_400_000 : Date.parse(body.to)
    if (!(to >= clock.now()))
      return reply.code(400).send({ status: 400, field: 'to', message: 'to must be a later time' })
    await clock.moveTo(to)
    account.store.save()
    return { now: new Date(clock.now()).toISOString() }
  })

  /** Enters a card without a browser, and answers the bank. Also for payment intents. */
  for (const kind of ['setup-intents', 'payment-intents'])
    app.post<OfIntent>(`${base}/${kind}/:id/confirm`, ({ params, body }, reply) =>
      answered(reply, () => {
        const card = body?.card === undefined ? undefined : { number: body.card }
        const intent = confirmIntent(account, params.id, card)
        if (intent.status === 'requires_action' && body?.approve !== undefined)
          authenticate(account, params.id, body.approve)
        account.store.save()
        return shown(intent)
      }),
    )

  registerWebhookRoutes(app, webhooks, account)

  app.put<{ Body: Partial<Dunning> }>(`${base}/dunning`, ({ body }) => Object.assign(account.dunning, body))

  /** `{ "registrations": { "CH": 8.1 } }`: where tax is charged, and how much. */
  app.put<{ Body: Partial<Account['tax']> }>(`${base}/tax`, ({ body }) => Object.assign(account.tax, body))
}

function registerWebhookRoutes(app: FastifyInstance, webhooks: Webhooks, account: Account): void {
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
    const event = account.tables.events.get(params.id)
    if (!event) return reply.callNotFound()
    return { taken: await webhooks.resend(event) }
  })
}

function answered(reply: FastifyReply, act: () => object): FastifyReply {
  try {
    return reply.send(act())
  } catch (error) {
    if (error instanceof StripeError) return reply.code(error.status).send(error.body())
    if (!(error instanceof CardRefused)) throw error
    const { message, code, declineCode } = error
    return reply.code(402).send({ error: { type: 'card_error', code, decline_code: declineCode, message } })
  }
}
