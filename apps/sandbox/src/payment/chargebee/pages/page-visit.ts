import { cardOf } from '../payments/test-cards.ts'

export type Visit = {
  Params: { id: string }
  Querystring: { token?: string; step?: string; wrong?: string }
  Body: URLSearchParams
}

export const base = '/payment/chargebee'

/** What a form leads to. The card that was chosen is kept until the bank has confirmed it. */
export function nextStep(
  hidden: { card?: string },
  body: URLSearchParams,
): 'cancel' | 'authenticate' | 'refused' | 'complete' {
  const act = body.get('act')
  if (act === 'cancel') return 'cancel'
  if (act === 'refuse') {
    delete hidden.card
    return 'refused'
  }
  if (act === 'approve' && hidden.card) return 'complete'
  hidden.card = body.get('card') ?? ''
  return cardOf(hidden.card).onSave === 'authentication' ? 'authenticate' : 'complete'
}
