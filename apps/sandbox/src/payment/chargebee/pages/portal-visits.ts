import type { FastifyInstance } from 'fastify'
import { cancelAtTermEnd, removeScheduledCancellation } from '../subscriptions/cancel-subscription.ts'
import { createPage } from './hosted-pages.ts'
import { overPage, portalPage } from './page.ts'
import { sendPage } from '../../../http/page.ts'
import { base } from './page-visit.ts'
import type { Visit } from './page-visit.ts'
import { readParams } from '../params.ts'
import type { Site } from '../site.ts'

export function registerPortal(scope: FastifyInstance, site: Site): void {
  const sessionOf = ({ params, query }: { params: Visit['Params']; query: Visit['Querystring'] }) => {
    const session = site.tables.portalSessions.get(params.id)
    const isOpen = session && session.status !== 'logged_out' && session.expires_at > site.now()
    return isOpen && session.token === query.token ? session : undefined
  }
  scope.get<Visit>(`${base}/portal/:id`, (request, reply) => {
    const session = sessionOf(request)
    if (!session) return sendPage(reply.code(403), overPage('over or unknown'), [])
    session.status = 'logged_in'
    const customer = site.tables.customers.need(session.customer_id)
    const isOwn = (row: { customer_id: string }) => row.customer_id === customer.id
    const html = portalPage({
      customer,
      card: site.tables.paymentSources.get(customer.primary_payment_source_id),
      subscriptions: site.tables.subscriptions.all().filter(isOwn),
      invoices: site.tables.invoices.all().filter(isOwn),
      backUrl: session.redirect_url,
    })
    return sendPage(reply, html, [])
  })
  scope.post<Visit>(`${base}/portal/:id`, (request, reply) => {
    const session = sessionOf(request)
    if (!session) return sendPage(reply.code(403), overPage('over or unknown'), [])
    const act = request.body.get('act')
    if (act === 'card' || act === 'pay') {
      const parameters = { 'customer[id]': session.customer_id, redirect_url: session.access_url }
      const type = act === 'card' ? 'manage_payment_sources' : 'collect_now'
      return reply.redirect(createPage(site, type, readParams(new URLSearchParams(parameters))).url, 303)
    }
    const subscription = site.tables.subscriptions.get(request.body.get('subscription') ?? undefined)
    if (subscription?.customer_id === session.customer_id)
      site.as('portal', () => {
        const isEnding = subscription.cancelled_at !== undefined
        if (act === 'cancel' && !isEnding) cancelAtTermEnd(site, subscription)
        if (act === 'keep' && isEnding && subscription.status !== 'cancelled')
          removeScheduledCancellation(site, subscription)
      })
    site.store.save()
    return reply.redirect(session.access_url, 303)
  })
}
