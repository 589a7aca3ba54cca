import type { FastifyInstance } from 'fastify'
import { authenticationPage, cardPage, overPage } from './page.ts'
import { sendPage } from '../../../http/page.ts'
import { base, nextStep } from './page-visit.ts'
import type { Visit } from './page-visit.ts'
import { currentIntent } from '../payments/payment-sources.ts'
import type { Site } from '../site.ts'
import { cardOf } from '../payments/test-cards.ts'

export function registerIntentPages(scope: FastifyInstance, site: Site): void {
  scope.get<Visit>(`${base}/payment-intents/:id`, ({ params, query }, reply) => {
    const intent = site.tables.paymentIntents.get(params.id)
    if (!intent) return reply.callNotFound()
    const { status, amount, currency_code: currency } = currentIntent(site, intent)
    const summary = amount > 0 ? [{ label: 'Amount', amount }] : []
    const html =
      status !== 'inited' && status !== 'in_progress'
        ? overPage(status)
        : query.step && intent.hidden.card
          ? authenticationPage()
          : cardPage({ heading: 'Authorise a card', summary, currency, wrong: query.wrong })
    return sendPage(reply, html, [intent.success_url, intent.failure_url])
  })
  scope.post<Visit>(`${base}/payment-intents/:id`, ({ params, body }, reply) => {
    const intent = site.tables.paymentIntents.get(params.id)
    if (!intent) return reply.callNotFound()
    const path = `${base}/payment-intents/${intent.id}`
    const isOpen = ['inited', 'in_progress'].includes(currentIntent(site, intent).status)
    if (!isOpen) return reply.redirect(path, 303)
    const step = nextStep(intent.hidden, body)
    if (step === 'authenticate') return reply.redirect(`${path}?step=authentication`, 303)
    const isDeclined = step === 'complete' && cardOf(intent.hidden.card ?? '').onSave === 'declined'
    if (step === 'complete' && !isDeclined) intent.status = 'authorized'
    site.touch(intent)
    site.store.save()
    const back = intent.status === 'authorized' ? intent.success_url : intent.failure_url
    return reply.redirect(back ?? `${path}${isDeclined ? '?wrong=Your+card+was+declined.' : ''}`, 303)
  })
}
