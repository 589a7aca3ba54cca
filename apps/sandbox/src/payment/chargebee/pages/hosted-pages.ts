import type { HostedPage } from '../billing-resources.ts'
import { invalidState } from '../errors.ts'
import { list } from '../list.ts'
import type { Params } from '../params.ts'
import { get, post } from '../route.ts'
import type { Route } from '../route.ts'
import { shown } from '../site.ts'
import type { Site } from '../site.ts'
import { readStart } from '../subscriptions/start-subscription.ts'

const hour = 3600

export const hostedPageRoutes: Route[] = [
  post('/hosted_pages/checkout_new_for_items', ({ site, params }) => {
    // What could never be bought is refused here and not on the page.
    readStart(site, params, 'subscription')
    return { hosted_page: shown(createPage(site, 'checkout_new', params)) }
  }),
  post('/hosted_pages/manage_payment_sources', ({ site, params }) => {
    site.tables.customers.need(params.required('customer[id]'), 'customer[id]')
    return { hosted_page: shown(createPage(site, 'manage_payment_sources', params)) }
  }),
  post('/hosted_pages/collect_now', ({ site, params }) => {
    site.tables.customers.need(params.required('customer[id]'), 'customer[id]')
    return { hosted_page: shown(createPage(site, 'collect_now', params)) }
  }),
  get('/hosted_pages', ({ site, params }) =>
    list(params, {
      name: 'hosted_page',
      rows: site.tables.hostedPages.all(),
      filters: ['id', 'type', 'state', 'updated_at'],
      sortBy: ['created_at'],
    }),
  ),
  get('/hosted_pages/:id', ({ site, id }) => ({ hosted_page: shown(site.tables.hostedPages.need(id)) })),
  post('/hosted_pages/:id/acknowledge', ({ site, id }) => {
    const page = site.tables.hostedPages.need(id)
    if (page.state !== 'succeeded') throw invalidState(`The hosted page ${id} is ${page.state}`)
    page.state = 'acknowledged'
    site.touch(page)
    return { hosted_page: shown(page) }
  }),
]

/** A checkout can be opened for 3 hours, the others for 5 days. */
export function createPage(site: Site, type: HostedPage['type'], params: Params): HostedPage {
  const id = site.newId()
  return site.tables.hostedPages.add({
    ...site.head('hosted_page', id),
    type,
    url: `${site.url}/payment/chargebee/pages/${id}`,
    state: 'created',
    embed: false,
    expires_at: site.now() + (type === 'checkout_new' ? 3 * hour : 5 * 24 * hour),
    pass_thru_content: params.text('pass_thru_content'),
    content: {},
    hidden: {
      request: String(new URLSearchParams(params.entries())),
      redirectUrl: params.text('redirect_url'),
      cancelUrl: params.text('cancel_url'),
    },
  })
}
