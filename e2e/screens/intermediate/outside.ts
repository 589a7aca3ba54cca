import { getDocumentPage } from '@countersign/contract/documents.ts'
import { getReport } from '@countersign/contract/audit-trail.ts'
import { sign } from '@countersign/contract/signing.ts'
import { getStatusSummary, type StatusSummary } from '@countersign/contract/system-status.ts'
import type { Page } from '@playwright/test'
import type { Message } from '../../../apps/api/src/testing/inbox.ts'
import type { Product } from '../../../apps/api/src/testing/product.ts'
import { aContract, aContractDraft, aGuestLink, aSigned } from '../scene/requests.ts'
import type { Scene } from '../scene/scene.ts'
import { type IntermediateScreen, open } from './intermediate-screen.ts'

/** The first page of the PDF, as large as the window is wide: the picture that the app makes of a page of a document. */
async function showAuditTrail(page: Page, scene: Scene, product: Product): Promise<void> {
  const { id } = await aSigned(product, scene)
  const { as } = scene.company.admin
  const answer = await product.call(getReport, { params: { id }, query: { type: 'PDF' } }, as)
  const content = Buffer.from(await answer.arrayBuffer())
  const { documents } = await aContractDraft(product, scene, { documents: [content] })
  const params = { id: documents[0]?.id ?? '', n: '0' }
  const picture = await product.call(getDocumentPage, { params, query: { scale: '100' } }, as)
  const shown = page.viewportSize()?.width ?? 0
  await page.setViewportSize({ width: shown, height: Math.round(shown * Math.SQRT2) })
  const source = `data:image/webp;base64,${Buffer.from(await picture.arrayBuffer()).toString('base64')}`
  await page.setContent(`<meta name="viewport" content="width=device-width"><body style="margin:0">
    <img src="${source}" alt="" style="display:block;width:100%">`)
}

const showMail = (page: Page, { html }: Message) =>
  page.setContent(`<meta name="viewport" content="width=device-width">${html}`)

async function showMaintenance(page: Page): Promise<void> {
  const hour = 3_600_000
  const [startsAt, endsAt] = [-1, 1].map((hours) => new Date(Date.now() + hours * hour).toISOString())
  const maintenance = { id: '1', name: 'New database', inProgress: true, blocking: true }
  const json: StatusSummary = {
    indicator: 'maintenance',
    description: 'Maintenance',
    maintenances: [{ ...maintenance, startsAt: startsAt ?? '', endsAt: endsAt ?? '' }],
    url: null,
  }
  // What the operators say holds for everybody: the answer is changed for this page alone.
  await page.route(`**${getStatusSummary.path}`, (route) => route.fulfill({ json }))
  await open(page, '/login')
  await page.waitForURL(/maintenance/)
}

/** What is outside the app, or in its place. */
export const outsideScreens: readonly IntermediateScreen[] = [
  {
    name: 'audit-trail',
    title: 'Audit trail: the first page',
    path: '/view/:request',
    role: 'visitor',
    show: showAuditTrail,
  },
  {
    name: 'email-invitation',
    title: 'Email: invitation to sign',
    path: '/view/:request/:link',
    role: 'visitor',
    async show(page, scene, product) {
      const message = 'Dear Luc, here is the contract we spoke about.'
      const { mail } = await aGuestLink(product, scene, { message })
      await showMail(page, mail)
    },
  },
  {
    name: 'email-code',
    title: 'Email: code to sign',
    path: '/view/:request',
    role: 'visitor',
    async show(page, scene, product) {
      const { admin, member } = scene.company
      const { id } = await aContract(product, scene, { owner: member, quality: 'AES', signers: [admin] })
      await product.call(sign, { body: { signatureRequests: [{ signatureRequestId: id }] } }, admin.as)
      await showMail(page, await product.inbox.next(admin.email, /is your code to sign/))
    },
  },
  {
    name: 'cookies-blocked',
    title: 'A browser that blocks cookies',
    path: '/cookiesblocked',
    role: 'visitor',
    async show(page) {
      await page.addInitScript(() =>
        Object.defineProperty(Document.prototype, 'cookie', { get: () => '', set: () => {} }),
      )
      await page.goto('/login')
      await page.waitForURL(/cookiesblocked/)
      await page.getByRole('heading', { level: 1 }).waitFor()
    },
  },
  {
    name: 'maintenance-in-progress',
    title: 'Maintenance in progress',
    path: '/maintenance',
    role: 'visitor',
    show: showMaintenance,
  },
  {
    name: 'api-guide',
    title: 'API guide: the first request',
    path: '/docs',
    role: 'visitor',
    show: (page) => open(page, '/docs'),
  },
  {
    name: 'api-guide-authentication',
    title: 'API guide: authentication',
    path: '/docs/authentication',
    role: 'visitor',
    show: (page) => open(page, '/docs/authentication'),
  },
  {
    name: 'api-reference',
    title: 'API reference',
    path: '/docs/reference',
    role: 'visitor',
    show: (page) => open(page, '/docs/reference'),
  },
  {
    name: 'api-integration-reference',
    title: 'Integration API reference',
    path: '/docs/reference/integration',
    role: 'visitor',
    show: (page) => open(page, '/docs/reference/integration'),
  },
]
