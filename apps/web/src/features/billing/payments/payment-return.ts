import type { OpenOrder } from '../orders/order-form.ts'

/** Why the last try did not come through, where that was on another page. */
export type ReturnProblem = 'card' | 'cancelled' | 'stale'

export type Return =
  | { readonly at: 'form'; readonly problem: ReturnProblem | null; readonly card?: string }
  | { readonly at: 'resume'; readonly order: OpenOrder; readonly reference: string }
  | { readonly at: 'check'; readonly order: OpenOrder }

/**
 * What a return from the provider's page leads to. Its word is only a hint of where to continue: whether something was paid is
 * asked of the provider.
 */
export function readReturn(search: string, order: OpenOrder | null): Return {
  const query = new URLSearchParams(search)
  // Stripe names a setup intent, Chargebee the page that was shown.
  const reference = query.get('setup_intent') ?? query.get('id')
  const isReturn = query.has('payment') || query.has('payment_intent') || reference !== null
  if (!order || !isReturn) return { at: 'form', problem: null }
  if (order.step === 'payment') return { at: 'check', order }
  const outcome = query.get('redirect_status') ?? query.get('state')
  if (outcome === 'cancelled') return { at: 'form', problem: 'cancelled' }
  if (outcome === 'failed' || reference === null) return { at: 'form', problem: 'card' }
  return { at: 'resume', order, reference }
}
