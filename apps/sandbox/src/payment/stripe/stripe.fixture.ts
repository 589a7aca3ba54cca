import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import StripeClient from 'stripe'
import { createFaultBoard } from '../../faults/fault-board.ts'
import type { FaultKind } from '../../faults/fault-board.ts'
import { openListener } from '../../http/listener.ts'
import { createPaymentClock } from '../clock.ts'
import { openStripe } from './open-stripe.ts'

export const day = 86_400
/** 1 April 2026, so that the month has 30 days. */
export const start = Date.UTC(2026, 3, 1) / 1000

export interface ReceivedEvent {
  signature: string
  rawBody: string
  event: StripeClient.Event
}

interface Options {
  /** How long the client waits for an answer, in milliseconds. A test of lost answers waits for less. */
  timeout?: number
  data?: string
  wall?: () => number
  signedAt?: () => number
}

/** An account with its own clock and a product that takes its webhooks, and the official package as the client. */
export async function openAccount(options: Options = {}) {
  const received: ReceivedEvent[] = []
  const answers: number[] = []
  const product = createServer((request, response) => {
    let rawBody = ''
    request.setEncoding('utf8')
    request.on('data', (chunk: string) => (rawBody += chunk))
    request.on('end', () => {
      if (request.url !== '/v2/webhooks/stripe') return response.writeHead(404).end()
      const signature = String(request.headers['stripe-signature'])
      received.push({ signature, rawBody, event: JSON.parse(rawBody) as StripeClient.Event })
      return response.writeHead(answers.shift() ?? 204).end()
    })
  })
  await new Promise<void>((resolve) => product.listen(0, '127.0.0.1', resolve))
  const pages = await openListener(0, '127.0.0.1')
  const url = `http://127.0.0.1:${pages.port}`
  const clock = createPaymentClock(options.wall ?? (() => start * 1000))
  const faults = createFaultBoard()
  const opened = await openStripe({
    port: 0,
    host: '127.0.0.1',
    url,
    app: pages.app,
    data: options.data,
    clock,
    faults,
    productUrl: `http://127.0.0.1:${(product.address() as AddressInfo).port}`,
    ...(options.signedAt && { signedAt: options.signedAt }),
  })
  await pages.app.ready()
  const { apiUrl, secretKey } = opened.settings
  const client = new StripeClient(secretKey, {
    host: new URL(apiUrl).hostname,
    port: opened.port,
    protocol: 'http',
    timeout: options.timeout ?? 10_000,
    maxNetworkRetries: 0,
    telemetry: false,
  })
  const test = (path: string, method = 'GET', body?: object) =>
    fetch(`${url}/api/payment/stripe${path}`, {
      method,
      ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    })
  return {
    ...opened,
    url,
    client,
    received,
    /** Statuses of the next answers to webhooks; 204 when there is none. */
    answers,
    test,
    now: () => Math.floor(clock.now() / 1000),
    fail: (kind: FaultKind, times = 1) => faults.set({ party: 'stripe', kind, times }),
    moveTo: (seconds: number) => clock.moveTo(seconds * 1000),
    settle: () => test('/webhooks/settle', 'POST'),
    close: async () => {
      await Promise.all([opened.close(), pages.close()])
      product.closeAllConnections()
      await new Promise((resolve) => product.close(resolve))
    },
  }
}

export type TestAccount = Awaited<ReturnType<typeof openAccount>>

/** Plans by the month and the year for each seat, and signatures that are charged by use. By their lookup keys. */
export async function createCatalog({ client }: TestAccount): Promise<Record<string, string>> {
  const meter = await client.billing.meters.create({
    display_name: 'Signatures',
    event_name: 'signature',
    default_aggregation: { formula: 'sum' },
  })
  const ids: Record<string, string> = { meter: meter.id }
  for (const name of ['silver', 'gold', 'signatures'])
    ids[name] = (await client.products.create({ id: `prod_${name}`, name })).id
  const price = async (key: string, product: string, amount: number, more: object = {}) => {
    const made = await client.prices.create({
      currency: 'chf',
      unit_amount: amount,
      product: `prod_${product}`,
      lookup_key: key,
      recurring: { interval: 'month' },
      ...more,
    })
    ids[key] = made.id
  }
  await price('silver-month', 'silver', 1000)
  await price('gold-month', 'gold', 2000)
  await price('gold-month-eur', 'gold', 1900, { currency: 'eur' })
  await price('gold-year', 'gold', 20_000, { recurring: { interval: 'year' } })
  await price('signature', 'signatures', 250, {
    recurring: { interval: 'month', usage_type: 'metered', meter: meter.id },
  })
  return ids
}

export async function createCustomer({ client }: TestAccount, card = 'pm_card_visa'): Promise<string> {
  const customer = await client.customers.create({ email: 'anna@example.com', name: 'Anna' })
  const method = await client.paymentMethods.attach(card, { customer: customer.id })
  const settings = { default_payment_method: method.id }
  await client.customers.update(customer.id, { invoice_settings: settings })
  return customer.id
}

/** What the API refused a call with. */
export async function refusalOf(call: Promise<unknown>): Promise<StripeClient.errors.StripeError> {
  try {
    await call
  } catch (error) {
    if (error instanceof StripeClient.errors.StripeError) return error
    throw error
  }
  throw new Error('The call was not refused')
}

/** Of a field that may be expanded. */
export const idOf = (value: string | { id: string } | null | undefined): string =>
  typeof value === 'string' ? value : (value?.id ?? '')
