import { acceptForms } from '../../trust-services/approval-routes.ts'
import type { RegisterPages } from '../stripe/pages-port.ts'
import { allowBrowsers } from './allow-browsers.ts'
import { registerAuthentication } from './authentication-visits.ts'
import { registerInvoicePages } from './invoice-visits.ts'
import { registerPortal } from './portal-visits.ts'
import { registerScript } from './script-routes.ts'

/** What browsers open at Stripe: Stripe.js with its frames, the customer portal and the hosted invoices. */
export const registerPages: RegisterPages = async (app, port) => {
  allowBrowsers(app)
  await app.register(async (scope) => {
    acceptForms(scope)
    registerScript(scope)
    registerAuthentication(scope, port)
    registerInvoicePages(scope, port)
    registerPortal(scope, port)
  })
}
