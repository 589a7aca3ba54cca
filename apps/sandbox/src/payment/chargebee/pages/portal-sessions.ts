import { get, post } from '../route.ts'
import type { Route } from '../route.ts'
import { shown } from '../site.ts'

const hour = 3600

export const portalRoutes: Route[] = [
  post('/portal_sessions', ({ site, params }) => {
    const customer = site.tables.customers.need(params.required('customer[id]'), 'customer[id]')
    const [id, token] = [site.newId('portal_'), site.newId()]
    const session = site.tables.portalSessions.add({
      ...site.head('portal_session', id),
      token,
      access_url: `${site.url}/payment/chargebee/portal/${id}?token=${token}`,
      redirect_url: params.text('redirect_url'),
      status: 'created',
      customer_id: customer.id,
      expires_at: site.now() + hour,
    })
    return { portal_session: shown(session) }
  }),
  get('/portal_sessions/:id', ({ site, id }) => ({
    portal_session: shown(site.tables.portalSessions.need(id)),
  })),
  post('/portal_sessions/:id/logout', ({ site, id }) => {
    const session = site.tables.portalSessions.need(id)
    session.status = 'logged_out'
    site.touch(session)
    return { portal_session: shown(session) }
  }),
]
