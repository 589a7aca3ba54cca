import { portalPath } from '../../stripe-pages/addresses.ts'
import { liveCustomer } from './live-customer.ts'
import { newToken } from '../payments/next-action.ts'
import { post } from '../route.ts'
import type { Route } from '../route.ts'

const fields = [
  'customer',
  'return_url',
  'locale',
  'configuration',
  'on_behalf_of',
  'flow_data.*',
  'after_expiration.*',
]

export const portalRoutes: Route[] = [
  post('/billing_portal/sessions', fields, ({ account, params }) => {
    const customer = liveCustomer(account, params.required('customer'))
    const { metadata: _none, ...head } = account.head('billing_portal.session', account.newId('bps'))
    // The address is all that a customer needs to get in, so that it holds a secret.
    return account.tables.portalSessions.add({
      ...head,
      configuration: params.text('configuration') ?? 'bpc_sandbox',
      customer: customer.id,
      flow: null,
      locale: params.text('locale') ?? null,
      on_behalf_of: null,
      return_url: params.text('return_url') ?? null,
      url: account.url + portalPath(newToken()),
    })
  }),
]
