import type { FastifyInstance } from 'fastify'
import { textPdf } from '../text-pdf.ts'
import type { PagesPort } from '../stripe/pages-port.ts'
import { invoicePath, invoicePdfPath } from './addresses.ts'
import { authenticationPage } from './authentication-visits.ts'
import { typedCard } from './card-form.ts'
import { invoiceLines, invoicePage } from './invoice-page.ts'
import { send } from './page.ts'
import { withQuery } from './page-visit.ts'
import type { Visit } from './page-visit.ts'

const notConfirmed = 'We are unable to authenticate your payment method. Choose another one and try again.'

/** The hosted page of an invoice, and its PDF. */
export function registerInvoicePages(scope: FastifyInstance, port: PagesPort): void {
  scope.get<Visit>(invoicePdfPath(':token'), ({ params }, reply) => {
    const found = port.findInvoice(params.token)
    if (!found) return reply.callNotFound()
    return reply.type('application/pdf').send(textPdf(invoiceLines(found.invoice)))
  })
  const path = invoicePath(':token')
  scope.get<Visit>(path, ({ params, query }, reply) => {
    const found = port.findInvoice(params.token)
    if (!found) return reply.callNotFound()
    const waiting = query.intent ? port.findIntent(query.intent, query.secret ?? '') : undefined
    if (waiting?.status === 'requires_action') return send(reply, authenticationPage())
    const pdf = invoicePdfPath(params.token)
    return send(reply, invoicePage({ ...found, pdf, isNew: query.view === 'card', wrong: query.wrong }))
  })
  scope.post<Visit>(path, ({ params, query, body }, reply) => {
    const found = port.findInvoice(params.token)
    if (!found) return reply.callNotFound()
    const own = invoicePath(params.token)
    const show = (more: Record<string, string | undefined>) => reply.redirect(withQuery(own, more), 303)
    const outcome = body.get('outcome')
    if (outcome) {
      const waiting = port.findIntent(query.intent ?? '', query.secret ?? '')
      if (!waiting) return show({})
      const { status } = port.authenticate(waiting.id, outcome === 'complete')
      return show({ wrong: status === 'succeeded' ? undefined : notConfirmed })
    }
    const isNew = body.get('card') === 'new'
    const card = isNew ? typedCard(body, port.now()) : undefined
    const view = isNew ? 'card' : undefined
    if (typeof card === 'string') return show({ view, wrong: card })
    if (found.invoice.status !== 'open') return show({})
    const result = port.payInvoice(found.invoice.id, card)
    if (result.outcome === 'declined') return show({ view, wrong: result.message })
    if (result.outcome === 'paid') return show({})
    return show({ intent: result.intent.id, secret: result.intent.clientSecret })
  })
}
