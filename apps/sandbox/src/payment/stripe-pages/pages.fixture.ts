import type { FastifyInstance } from 'fastify'
import { openListener } from '../../http/listener.ts'
import { acceptForms } from '../../trust-services/approval-routes.ts'
import { CardRefused } from '../stripe/pages-port.ts'
import type { CardEntry, PageIntent, PageInvoice, PagesPort, PortalView } from '../stripe/pages-port.ts'
import { authenticationPath, invoicePath, invoicePdfPath } from './addresses.ts'
import { registerPages } from './register-pages.ts'

const key = 'pk_test_pages'
const needsAuthentication = (number: string) => number === '4000002500003155'
const declined = () => new CardRefused('Your card was declined.', 'card_declined', 'generic_decline')

/** A small account in memory behind the pages: one customer, one invoice that is open, and intents. */
export async function openPages() {
  const { app, port: number, close } = await openListener(0, '127.0.0.1')
  const url = `http://127.0.0.1:${number}`
  const intents = new Map<string, PageIntent>()
  const confirmed: Record<string, string>[] = []
  const invoice: PageInvoice = {
    id: 'in_1',
    number: 'A-0001',
    status: 'open',
    created: 1_775_000_000,
    currency: 'chf',
    total: 3000,
    amountDue: 3000,
    hostedUrl: url + invoicePath('token-1'),
    pdfUrl: url + invoicePdfPath('token-1'),
    lines: [{ description: 'Gold (seats)', amount: 3000, quantity: 2 }],
  }
  const view: PortalView = {
    customerId: 'cus_1',
    name: 'Anna Muster',
    email: 'anna@example.com',
    address: { city: 'Bern', country: 'CH' },
    taxIds: [],
    returnUrl: 'http://127.0.0.1:1/billing',
    cards: [card('pm_1', '4242', true)],
    subscriptions: [
      { id: 'sub_1', description: 'Gold', status: 'active', periodEnd: 1_777_593_600, cancelAt: null },
    ],
    invoices: [invoice],
  }
  const change = (intent: PageIntent, changes: Partial<PageIntent>, more: object = {}): PageIntent => {
    const status = changes.status ?? intent.status
    const next = { ...intent, ...changes, object: { ...intent.object, status, next_action: null, ...more } }
    intents.set(intent.id, next)
    return next
  }
  const createIntent = (
    id: string,
    kind: PageIntent['kind'],
    returnUrl: string | null = null,
  ): PageIntent => {
    const clientSecret = `${id}_secret_abc`
    const status = 'requires_payment_method'
    const object = { id, object: `${kind}_intent`, client_secret: clientSecret, status, next_action: null }
    const intent: PageIntent = {
      ...{ kind, id, clientSecret, status, object, returnUrl },
      customerId: 'cus_1',
      authenticationUrl: null,
      error: null,
    }
    intents.set(id, intent)
    return intent
  }
  const confirmWithCard = (intent: PageIntent, { number }: CardEntry, returnUrl?: string): PageIntent => {
    if (number === '4000000000000002') throw declined()
    if (!needsAuthentication(number)) return change(intent, { status: 'succeeded' })
    const address = url + authenticationPath(intent.id, 'token')
    const action = returnUrl
      ? { type: 'redirect_to_url', redirect_to_url: { url: address, return_url: intent.returnUrl } }
      : { type: 'use_stripe_sdk', use_stripe_sdk: {} }
    return change(intent, { status: 'requires_action' }, { next_action: action })
  }
  const find = (id: string) => intents.get(id)
  const own = (id: string) => view.cards.find((one) => one.id === id)
  const subscription = (id: string) => view.subscriptions.find((one) => one.id === id)
  const port: PagesPort = {
    url,
    publishableKey: key,
    now: () => invoice.created,
    findIntent: (id, secret) => (find(id)?.clientSecret === secret ? find(id) : undefined),
    findAuthentication: (id, token) => (token === 'token' ? find(id) : undefined),
    confirmWithCard,
    confirm: (intent) => change(intent, { status: 'succeeded' }),
    authenticate: (id, approve) => {
      const intent = find(id) ?? createIntent(id, 'payment')
      if (intent.status !== 'requires_action') return intent
      if (approve && intent.kind === 'payment') invoice.status = 'paid'
      return change(intent, { status: approve ? 'succeeded' : 'requires_payment_method' })
    },
    findPortalSession: (id) => (id === 'bps_1' ? view : undefined),
    addDefaultCard: (_customer, { number }) => {
      if (number === '4000000000000002') throw declined()
      for (const one of view.cards) one.isDefault = false
      const added = card(`pm_${view.cards.length + 1}`, number.slice(-4), true)
      view.cards.push(added)
      return added
    },
    setDefaultCard: (_customer, id) => {
      for (const one of view.cards) one.isDefault = one === own(id)
    },
    removeCard: (_customer, id) => {
      view.cards = view.cards.filter((one) => one !== own(id))
    },
    changeName: (_customer, name) => {
      view.name = name
    },
    changeAddress: (_customer, address) => {
      view.address = { ...view.address, ...address }
    },
    addTaxId: (_customer, type, value) => {
      if (!/^[A-Z]/.test(value)) throw new Error('Invalid value for the tax ID.')
      view.taxIds.push({ id: `txi_${view.taxIds.length + 1}`, type, value })
    },
    removeTaxId: (_customer, id) => {
      view.taxIds = view.taxIds.filter((one) => one.id !== id)
    },
    cancelAtPeriodEnd: (_customer, id) => Object.assign(subscription(id) ?? {}, { cancelAt: 1_777_593_600 }),
    resume: (_customer, id) => Object.assign(subscription(id) ?? {}, { cancelAt: null }),
    findInvoice: (token) => (token === 'token-1' ? { invoice, cards: view.cards } : undefined),
    payInvoice: (_invoice, given) => {
      if (given?.number === '4000000000000002')
        return { outcome: 'declined', message: 'Your card was declined.' }
      if (given && needsAuthentication(given.number))
        return { outcome: 'requires_action', intent: confirmWithCard(createIntent('pi_9', 'payment'), given) }
      invoice.status = 'paid'
      return { outcome: 'paid' }
    },
  }
  await registerPages(app, port)
  await registerIntents(app, port, confirmed)
  await app.ready()
  return { url, key, createIntent, confirmWithCard, confirmed, find, close }
}

function card(id: string, last4: string, isDefault: boolean) {
  return { id, brand: 'visa', last4, expMonth: 12, expYear: 2030, isDefault }
}

/** The calls of the API that browsers make. */
async function registerIntents(
  app: FastifyInstance,
  port: PagesPort,
  confirmed: Record<string, string>[],
): Promise<void> {
  type Call = {
    Params: { kind: string; id: string }
    Querystring: { client_secret: string }
    Body: URLSearchParams
  }
  await app.register(async (scope) => {
    acceptForms(scope)
    scope.get<Call>('/v1/:kind/:id', ({ params, query }, reply) => {
      const intent = port.findIntent(params.id, query.client_secret)
      const error = { type: 'invalid_request_error', code: 'resource_missing', message: 'No such intent' }
      return intent ? reply.send(intent.object) : reply.code(404).send({ error })
    })
    scope.post<Call>('/v1/:kind/:id/confirm', ({ params, body, headers }, reply) => {
      const intent = port.findIntent(params.id, body.get('client_secret') ?? '')
      if (!intent || headers.authorization !== `Bearer ${key}`) return reply.callNotFound()
      confirmed.push(Object.fromEntries(body))
      try {
        const entry = { number: body.get('payment_method_data[card][number]') ?? '' }
        return reply.send(port.confirmWithCard(intent, entry).object)
      } catch (error) {
        const { message, code, declineCode } = error as CardRefused
        return reply
          .code(402)
          .send({ error: { type: 'card_error', code, decline_code: declineCode, message } })
      }
    })
  })
}
