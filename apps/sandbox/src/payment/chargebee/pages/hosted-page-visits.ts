import type { FastifyInstance } from 'fastify'
import type { HostedPage } from '../billing-resources.ts'
import { completePage, unpaidInvoices } from './complete-page.ts'
import { ApiError } from '../errors.ts'
import { sum } from '../invoices/invoice-draft.ts'
import { authenticationPage, cardPage, overPage } from './page.ts'
import { sendPage } from '../../../http/page.ts'
import { base, nextStep } from './page-visit.ts'
import type { Visit } from './page-visit.ts'
import { readParams } from '../params.ts'
import type { Site } from '../site.ts'
import { draftStart, readStart } from '../subscriptions/start-subscription.ts'

export function registerHostedPages(scope: FastifyInstance, site: Site): void {
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
    return sendPage(reply, html, [redirectUrl, cancelUrl])
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
