import type { FastifyInstance, FastifyReply } from 'fastify'
import { acceptForms } from '../../trust-services/approval-routes.ts'
import type { HostedPage } from './billing-resources.ts'
import { cancelAtTermEnd, removeScheduledCancellation } from './cancel-subscription.ts'
import { completePage, unpaidInvoices } from './complete-page.ts'
import { ApiError } from './errors.ts'
import { createPage } from './hosted-pages.ts'
import { invoicePdf } from './invoice-pdf.ts'
import { sum } from './invoice-draft.ts'
import { authenticationPage, cardPage, overPage, portalPage } from './page.ts'
import { readParams } from './params.ts'
import { currentIntent } from './payment-sources.ts'
import type { Site } from './site.ts'
import { draftStart, readStart } from './start-subscription.ts'
import { cardOf } from './test-cards.ts'

type Visit = {
  Params: { id: string }
  Querystring: { token?: string; step?: string; wrong?: string }
  Body: URLSearchParams
}

const base = '/payment/chargebee'

/** What browsers open: hosted pages, payment intents, the portal and the invoices' PDF. */
export async function registerPages(app: FastifyInstance, site: Site): Promise<void> {
  app.get<Visit>(`${base}/invoices/:id.pdf`, ({ params }, reply) => {
    const invoice = site.tables.invoices.get(params.id)
    if (!invoice) return reply.callNotFound()
    return reply.type('application/pdf').send(invoicePdf(invoice))
  })
  await app.register(async (scope) => {
    acceptForms(scope)
    registerHostedPages(scope, site)
    registerIntentPages(scope, site)
    registerPortal(scope, site)
  })
}

function registerHostedPages(scope: FastifyInstance, site: Site): void {
  scope.get<Visit>(`${base}/pages/:id`, ({ params, query }, reply) => {
    const page = site.tables.hostedPages.get(params.id)
    if (!page) return reply.callNotFound()
    const { redirectUrl, cancelUrl, card } = page.hidden
    const isOpen = isOpenPage(site, page)
    if (isOpen && page.state === 'created') page.state = 'requested'
    const html = !isOpen
      ? overPage(page.state === 'succeeded' || page.state === 'cancelled' ? page.state : 'expired')
      : query.step && card
        ? authenticationPage()
        : cardPage({ ...summaryOf(site, page), wrong: query.wrong })
    return send(reply, html, [redirectUrl, cancelUrl])
  })
  scope.post<Visit>(`${base}/pages/:id`, ({ params, body }, reply) => {
    const page = site.tables.hostedPages.get(params.id)
    if (!page) return reply.callNotFound()
    const path = `${base}/pages/${page.id}`
    const leave = (address: string | undefined) => reply.redirect(address ?? path, 303)
    if (!isOpenPage(site, page)) return leave(undefined)
    const step = nextStep(page.hidden, body)
    if (step === 'cancel') {
      page.state = 'cancelled'
      site.store.save()
      return leave(withState(page, page.hidden.cancelUrl ?? page.hidden.redirectUrl))
    }
    if (step === 'authenticate') return reply.redirect(`${path}?step=authentication`, 303)
    if (step === 'refused')
      return reply.redirect(`${path}?wrong=The+bank+did+not+confirm+that+it+is+you.`, 303)
    try {
      site.as('hosted_page', () => completePage(site, page, page.hidden.card ?? ''))
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      return reply.redirect(`${path}?wrong=${encodeURIComponent(error.message)}`, 303)
    } finally {
      site.store.save()
    }
    return leave(withState(page, page.hidden.redirectUrl))
  })
}

function registerIntentPages(scope: FastifyInstance, site: Site): void {
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
    return send(reply, html, [intent.success_url, intent.failure_url])
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

function registerPortal(scope: FastifyInstance, site: Site): void {
  const sessionOf = ({ params, query }: { params: Visit['Params']; query: Visit['Querystring'] }) => {
    const session = site.tables.portalSessions.get(params.id)
    const isOpen = session && session.status !== 'logged_out' && session.expires_at > site.now()
    return isOpen && session.token === query.token ? session : undefined
  }
  scope.get<Visit>(`${base}/portal/:id`, (request, reply) => {
    const session = sessionOf(request)
    if (!session) return send(reply.code(403), overPage('over or unknown'), [])
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
    return send(reply, html, [])
  })
  scope.post<Visit>(`${base}/portal/:id`, (request, reply) => {
    const session = sessionOf(request)
    if (!session) return send(reply.code(403), overPage('over or unknown'), [])
    const act = request.body.get('act')
    if (act === 'card' || act === 'pay') {
      const asked = { 'customer[id]': session.customer_id, redirect_url: session.access_url }
      const type = act === 'card' ? 'manage_payment_sources' : 'collect_now'
      return reply.redirect(createPage(site, type, readParams(new URLSearchParams(asked))).url, 303)
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

/** What a form leads to. The card that was chosen is kept until the bank has confirmed it. */
function nextStep(
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

function isOpenPage(site: Site, page: HostedPage): boolean {
  return (page.state === 'created' || page.state === 'requested') && page.expires_at > site.now()
}

function withState(page: HostedPage, address: string | undefined): string | undefined {
  const url = address ? URL.parse(address) : undefined
  url?.searchParams.set('id', page.id)
  url?.searchParams.set('state', page.state)
  return url?.href
}

function summaryOf(site: Site, page: HostedPage) {
  const params = readParams(new URLSearchParams(page.hidden.request))
  if (page.type === 'manage_payment_sources') return { heading: 'Payment method', summary: [], currency: '' }
  if (page.type === 'collect_now') {
    const invoices = unpaidInvoices(site, params.text('customer[id]') ?? '')
    return {
      heading: 'Pay your invoices',
      summary: invoices.map((one) => ({ label: `Invoice ${one.id}`, amount: one.amount_due })),
      currency: invoices[0]?.currency_code ?? '',
    }
  }
  const start = readStart(site, params, 'subscription')
  const draft = draftStart(site, start, site.now())
  const due = start.status === 'active' ? draft.total : 0
  return {
    heading: 'Checkout',
    currency: start.plan.currency_code,
    summary: [
      ...draft.lines.map((line) => ({
        label: `${line.description}, ${line.quantity} ×`,
        amount: line.amount,
      })),
      ...draft.discounts.map((one) => ({ label: one.description, amount: -one.amount })),
      { label: 'Due today', amount: due },
      { label: 'Each term', amount: sum(draft.lines, (line) => line.amount) },
    ],
  }
}

function send(reply: FastifyReply, html: string, addresses: (string | undefined)[]): FastifyReply {
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
