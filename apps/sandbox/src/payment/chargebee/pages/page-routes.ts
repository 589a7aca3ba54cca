import type { FastifyInstance } from 'fastify'
import { acceptForms } from '../../../trust-services/approval-routes.ts'
import { registerHostedPages } from './hosted-page-visits.ts'
import { registerIntentPages } from './intent-visits.ts'
import { invoicePdf } from '../invoices/invoice-pdf.ts'
import { base } from './page-visit.ts'
import type { Visit } from './page-visit.ts'
import { registerPortal } from './portal-visits.ts'
import type { Site } from '../site.ts'

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
