import type { PaymentAction } from '@countersign/contract/billing-shapes.ts'
import type { TestApi } from './api.ts'

export const cards = {
  accepted: '4111111111111111',
  'accepted, then declined': '4000000000000341',
} as const

/** Enters a card in the provider's page, as the customer does; gives what the browser comes back with. */
export async function enterCard(
  { redirectUrl }: Pick<PaymentAction, 'redirectUrl'>,
  card: keyof typeof cards = 'accepted',
): Promise<string> {
  const page = redirectUrl ?? ''
  const answer = await fetch(page, {
    method: 'POST',
    body: new URLSearchParams({ card: cards[card] }),
    redirect: 'manual',
  })
  const back = new URL(answer.headers.get('location') ?? '', page)
  return back.searchParams.get('id') ?? ''
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
export async function atProvider({ sandboxUrl }: TestApi, customer?: string): Promise<ProviderState> {
  const query = customer ? `?customer=${encodeURIComponent(customer)}` : ''
  const response = await fetch(`${sandboxUrl}/api/payment/chargebee/state${query}`)
  return (await response.json()) as ProviderState
}

/** What the sandbox's page does: hold back webhooks, release them, move the clock on. */
export async function tellProvider({ sandboxUrl }: TestApi, act: string, body: object = {}): Promise<void> {
  const response = await fetch(`${sandboxUrl}/api/payment/chargebee/${act}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(await response.text())
}
