import type { FastifyReply } from 'fastify'
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

export function send(reply: FastifyReply, html: string, addresses: (string | undefined)[]): FastifyReply {
  const origins = addresses.flatMap((address) => (address ? (URL.parse(address)?.origin ?? []) : []))
  // Browsers hold form-action against where the form's answer redirects to, as well.
  const policy = `default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; frame-ancestors 'none'; form-action 'self' ${[...new Set(origins)].join(' ')}`
  return reply
    .headers({
      'content-security-policy': policy,
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
    })
    .type('text/html; charset=utf-8')
    .send(html)
}
