import type { IncomingMessage, ServerResponse } from 'node:http'
import { withServer } from '#api/providers/identification/stand-in.fixture.ts'
import type { PaymentProvider } from '../port.ts'
import { stripe } from './stripe.ts'

export const now = new Date('2026-11-23T12:00:00Z')
export const seconds = (at: Date) => at.getTime() / 1000
const start = seconds(new Date('2026-11-01T00:00:00Z'))
export const end = seconds(new Date('2026-12-01T00:00:00Z'))

type Answer = object | { readonly status: number; readonly json: object; readonly headers?: object }
/** By `METHOD /path`, for each call of that kind the next; the last continues. */
export type Script = Readonly<Record<string, Answer | readonly Answer[]>>

export interface RecordedCall {
  readonly call: string
  readonly key: string | undefined
  readonly params: Record<string, string>
}

/** An adapter whose calls are answered by a script, written by hand from Stripe's reference; gives what it said. */
export async function withScript(
  script: Script,
  work: (met: { provider: PaymentProvider; said: RecordedCall[] }) => Promise<void>,
): Promise<void> {
  const counts = new Map<string, number>()
  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    const path = (request.url ?? '').split('?')[0] ?? ''
    const call = `${request.method} ${path}`
    const at = counts.get(call) ?? 0
    counts.set(call, at + 1)
    const found = script[call]
    const all = Array.isArray(found)
      ? found
      : [found ?? { status: 404, json: { error: { code: 'not_scripted' } } }]
    const next: Answer = all[Math.min(at, all.length - 1)]
    const { status, json, headers = {} } = 'json' in next ? next : { status: 200, json: next, headers: {} }
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(json))
  }
  await withServer(answer, async ({ url, heard }) => {
    const said: RecordedCall[] = []
    const provider = stripe({
      now: () => now,
      pause: async () => {},
      settings: {
        secretKey: 'sk_test_1',
        publishableKey: 'pk_test_1',
        webhookSecret: 'whsec_1',
        apiUrl: url,
      },
    })
    const read = () =>
      heard.map(({ method, path, headers, body }) => {
        const [address = '', query = ''] = path.split('?')
        return {
          call: `${method} ${address}`,
          key: headers['idempotency-key'] as string | undefined,
          params: Object.fromEntries(new URLSearchParams(method === 'GET' ? query : body)),
        }
      })
    await work({
      provider,
      get said() {
        said.splice(0, said.length, ...read())
        return said
      },
    })
  })
}

export const list = (...data: object[]) => ({ object: 'list', data, has_more: false })
export const refusal = (status: number, error: object) => ({ status, json: { error } })
/** What Stripe gives once more under the key of a call that it failed. */
export const replayedFailure = {
  ...refusal(500, { type: 'api_error' }),
  headers: { 'idempotent-replayed': 'true' },
}

export const price = (key: string, amount: number, metered = false) => ({
  id: `price_${key}`,
  object: 'price',
  active: true,
  currency: key.endsWith('eur') ? 'eur' : 'chf',
  unit_amount: amount,
  lookup_key: key,
  metadata: metered ? {} : { plan: key.split('_')[0], cycle: key.split('_')[1] },
  product: `prod_${key.split('_')[0]}`,
  recurring: {
    interval: key.includes('_year_') ? 'year' : 'month',
    usage_type: metered ? 'metered' : 'licensed',
    meter: metered ? 'mtr_1' : null,
  },
})
export const prices = list(
  price('team_month_chf', 1200),
  ...['ses', 'aes', 'qes', 'seal'].map((quality) => price(`extra_${quality}_chf`, 30, true)),
)

export function subscription(change: { quantity?: number; key?: string; [name: string]: unknown } = {}) {
  const { quantity = 10, key = 'team_month_chf', ...more } = change
  return {
    id: 'sub_1',
    object: 'subscription',
    customer: 'cus_1',
    status: 'active',
    start_date: start,
    ended_at: null,
    cancel_at: null,
    cancel_at_period_end: false,
    metadata: { order: 'order-1' },
    default_payment_method: 'pm_1',
    items: list({
      id: 'si_1',
      quantity,
      current_period_start: start,
      current_period_end: end,
      price: price(key, 1200),
    }),
    discounts: [],
    latest_invoice: { id: 'in_1', status: 'paid', confirmation_secret: null },
    pending_update: null,
    ...more,
  }
}

export const openInvoice = {
  id: 'in_2',
  status: 'open',
  confirmation_secret: { client_secret: 'pi_2_secret_x' },
}
export const pendingTo = (quantity: number) => ({
  expires_at: end,
  subscription_items: [{ id: 'si_1', quantity, price: { id: 'price_team_month_chf' } }],
})
export const tried = (status: string, code: string | null) =>
  list({
    status: 'open',
    payment: {
      type: 'payment_intent',
      payment_intent: { id: 'pi_2', status, last_payment_error: code ? { code, decline_code: code } : null },
    },
  })
