import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Chargebee from 'chargebee'
import { createFaultBoard } from '../../faults/fault-board.ts'
import type { FaultKind } from '../../faults/fault-board.ts'
import { openListener } from '../../http/listener.ts'
import { createPaymentClock } from '../clock.ts'
import { openChargebee } from './open-chargebee.ts'

export const day = 86_400
/** 1 April 2026, so that the month has 30 days. */
export const start = Date.UTC(2026, 3, 1) / 1000

export interface ReceivedEvent {
  authorization: string | undefined
  event: { id: string; event_type: string; content: Record<string, { id?: string; status?: string }> }
}

interface Options {
  data?: string
  wall?: () => number
  /** How long the client waits for an answer, in milliseconds. A test of lost answers waits for less. */
  timeout?: number
}

/** A site with its own clock and a product that takes its webhooks, and the official package as the client. */
export async function openSite(options: Options = {}) {
  const received: ReceivedEvent[] = []
  const answers: number[] = []
  const product = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8')
    request.on('data', (chunk: string) => (body += chunk))
    request.on('end', () => {
      if (request.url !== '/v2/webhooks/chargebee') return response.writeHead(404).end()
      received.push({
        authorization: request.headers.authorization,
        event: JSON.parse(body) as ReceivedEvent['event'],
      })
      return response.writeHead(answers.shift() ?? 204).end()
    })
  })
  await new Promise<void>((resolve) => product.listen(0, '127.0.0.1', resolve))
  const pages = await openListener(0, '127.0.0.1')
  const url = `http://127.0.0.1:${pages.port}`
  const clock = createPaymentClock(options.wall ?? (() => start * 1000))
  const faults = createFaultBoard()
  const opened = await openChargebee({
    port: 0,
    host: '127.0.0.1',
    url,
    app: pages.app,
    data: options.data,
    clock,
    faults,
    productUrl: `http://127.0.0.1:${(product.address() as AddressInfo).port}`,
  })
  await pages.app.ready()
  const { apiKey, site } = opened.settings
  const client = new Chargebee({
    site,
    apiKey,
    hostSuffix: '',
    protocol: 'http',
    port: opened.port,
    timeout: options.timeout ?? 10_000,
  })
  const test = (path: string, method = 'GET', body?: object) =>
    fetch(`${url}/api/payment/chargebee${path}`, {
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
    fail: (kind: FaultKind, times = 1) => faults.set({ party: 'chargebee', kind, times }),
    moveTo: (seconds: number) => clock.moveTo(seconds * 1000),
    settle: () => test('/webhooks/settle', 'POST'),
    close: async () => {
      await Promise.all([opened.close(), pages.close()])
      product.closeAllConnections()
      await new Promise((resolve) => product.close(resolve))
    },
  }
}

export type TestSite = Awaited<ReturnType<typeof openSite>>

/** Plans of 30 francs and more for a seat and a month, and signatures that are charged by use. */
export async function createCatalog({ client }: TestSite): Promise<void> {
  await client.itemFamily.create({ id: 'countersign', name: 'Countersign' })
  const family = { item_family_id: 'countersign' }
  for (const id of ['silver', 'gold', 'platinum'])
    await client.item.create({ id, name: id, type: 'plan', ...family })
  await client.item.create({ id: 'signatures', name: 'Signatures', type: 'addon', metered: true, ...family })
  const price = (id: string, item: string, amount: number, more: object = {}) =>
    client.itemPrice.create({
      id,
      name: id,
      item_id: item,
      price: amount,
      pricing_model: 'per_unit',
      currency_code: 'CHF',
      period: 1,
      period_unit: 'month',
      ...more,
    })
  await price('silver-month', 'silver', 1500)
  await price('gold-month', 'gold', 3000)
  await price('gold-month-eur', 'gold', 2900, { currency_code: 'EUR' })
  await price('platinum-month', 'platinum', 6000)
  await price('gold-year', 'gold', 30_000, { period_unit: 'year' })
  await price('signature', 'signatures', 250)
}

export async function createCustomer({ client }: TestSite, card = '4111111111111111'): Promise<string> {
  const { customer } = await client.customer.create({ email: 'anna@example.com', first_name: 'Anna' })
  await client.paymentSource.createCard({
    customer_id: customer.id,
    card: { number: card, expiry_month: 12, expiry_year: 2030 },
  })
  return customer.id
}

export async function subscribe(site: TestSite, price = 'gold-month', quantity = 1, more: object = {}) {
  const id = await createCustomer(site)
  return site.client.subscription.createWithItems(id, {
    subscription_items: [{ item_price_id: price, quantity }],
    ...more,
  })
}

/** What the API refused a call with. */
export async function refusalOf(call: Promise<unknown>): Promise<Record<string, unknown>> {
  try {
    await call
  } catch (error) {
    return error as Record<string, unknown>
  }
  throw new Error('The call was not refused')
}
