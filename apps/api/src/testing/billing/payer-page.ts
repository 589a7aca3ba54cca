import type { PaymentAction } from '@countersign/contract/billing-shapes.ts'

interface AtSandbox {
  readonly sandboxUrl: string
}

const refusing = {
  'accepted, then declined': '4000000000000341',
  /** The bank wants to see the customer at each payment. */
  'asks each time': '4000002760003184',
} as const
const cards = {
  chargebee: { accepted: '4111111111111111', ...refusing },
  stripe: { accepted: '4242424242424242', ...refusing },
} as const
export type Card = keyof (typeof cards)['stripe']

/** Enters a card at the provider, as the customer does; gives what the browser comes back with. */
export async function enterCard(
  { sandboxUrl }: AtSandbox,
  { redirectUrl, clientSecret }: Pick<PaymentAction, 'redirectUrl' | 'clientSecret'>,
  card: Card = 'accepted',
): Promise<string> {
  if (redirectUrl === null) return enterInElement(sandboxUrl, clientSecret ?? '', cards.stripe[card])
  const press = async (typed: Record<string, string>) => {
    const body = new URLSearchParams(typed)
    const answer = await fetch(redirectUrl, { method: 'POST', body, redirect: 'manual' })
    return new URL(answer.headers.get('location') ?? '', redirectUrl)
  }
  const entered = await press({ card: cards.chargebee[card] })
  const back = entered.searchParams.has('step') ? await press({ act: 'approve' }) : entered
  return back.searchParams.get('id') ?? ''
}

/** What Stripe's element does in the page. */
async function enterInElement(sandboxUrl: string, clientSecret: string, card: string): Promise<string> {
  const id = clientSecret.split('_secret_')[0] ?? ''
  const response = await fetch(`${sandboxUrl}/api/payment/stripe/setup-intents/${id}/confirm`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ card, approve: true }),
  })
  if (!response.ok) throw new Error(await response.text())
  return id
}

interface ProviderState {
  readonly subscriptions: readonly {
    readonly id: string
    readonly status: string
    readonly customer_id: string
    readonly subscription_items: readonly { item_price_id: string; quantity?: number; item_type: string }[]
  }[]
  readonly usages: readonly object[]
  readonly invoices: readonly { readonly amount_paid: number; readonly total: number }[]
}

/** What the sandbox's provider has, of all customers or of one. */
export async function atProvider({ sandboxUrl }: AtSandbox, customer?: string): Promise<ProviderState> {
  const query = customer ? `?customer=${encodeURIComponent(customer)}` : ''
  const response = await fetch(`${sandboxUrl}/api/payment/chargebee/state${query}`)
  return (await response.json()) as ProviderState
}

/** What the sandbox's page does: hold back webhooks, release them, move the clock on. */
export async function tellProvider({ sandboxUrl }: AtSandbox, act: string, body: object = {}): Promise<void> {
  const response = await fetch(`${sandboxUrl}/api/payment/chargebee/${act}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(await response.text())
}
