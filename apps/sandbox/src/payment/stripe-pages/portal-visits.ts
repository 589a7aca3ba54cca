import type { FastifyInstance } from 'fastify'
import type { PagesPort } from '../stripe/pages-port.ts'
import { portalPath } from './addresses.ts'
import { typedCard } from './card-form.ts'
import { send } from './page.ts'
import { withQuery } from './page-visit.ts'
import type { Visit } from './page-visit.ts'
import { portalForm } from './portal-forms.ts'
import { portalPage, sessionOverPage } from './portal-page.ts'

/** The customer portal: one page with what there is, and one for each thing that is changed. */
export function registerPortal(scope: FastifyInstance, port: PagesPort): void {
  const path = portalPath(':id')
  scope.get<Visit>(path, ({ params, query }, reply) => {
    const session = port.findPortalSession(params.id)
    if (!session) return send(reply.code(403), sessionOverPage())
    return send(reply, portalForm(session, query) ?? portalPage(session, query.wrong))
  })
  scope.post<Visit>(path, ({ params, query, body }, reply) => {
    const session = port.findPortalSession(params.id)
    if (!session) return send(reply.code(403), sessionOverPage())
    const wrong = change(port, session.customerId, body)
    // Back to the form where it was refused, so that the customer can correct it.
    const { view, about } = query
    return reply.redirect(withQuery(portalPath(params.id), wrong ? { view, about, wrong } : {}), 303)
  })
}

/** What the customer has to be told, if it was refused. */
function change(port: PagesPort, customerId: string, body: URLSearchParams): string | undefined {
  const card = body.get('act') === 'card' ? typedCard(body, port.now()) : undefined
  if (typeof card === 'string') return card
  try {
    const id = body.get('id') ?? ''
    const actions: Record<string, () => unknown> = {
      card: () => card && port.addDefaultCard(customerId, card),
      default: () => port.setDefaultCard(customerId, id),
      'remove-card': () => port.removeCard(customerId, id),
      cancel: () => port.cancelAtPeriodEnd(customerId, id),
      renew: () => port.resume(customerId, id),
      'tax-id': () => port.addTaxId(customerId, body.get('type') ?? '', body.get('value')?.trim() ?? ''),
      'remove-tax-id': () => port.removeTaxId(customerId, id),
      details: () => changeDetails(port, customerId, body),
    }
    actions[body.get('act') ?? '']?.()
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : 'Something went wrong. Please try again.'
  }
}

function changeDetails(port: PagesPort, customerId: string, body: URLSearchParams): void {
  const text = (name: string) => body.get(name)?.trim() ?? ''
  port.changeName(customerId, text('name'))
  port.changeAddress(customerId, {
    line1: text('line1'),
    line2: text('line2'),
    postal_code: text('postal_code'),
    city: text('city'),
    country: text('country'),
  })
}
