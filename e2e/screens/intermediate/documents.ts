import { declineDirect } from '@countersign/contract/signature-request-actions.ts'
import { signDirect } from '@countersign/contract/signing.ts'
import { guestOf, linkIn } from '../../../apps/api/src/testing/signature-request.ts'
import { someone } from '../scene/people.ts'
import { aContract, aGuestLink } from '../scene/requests.ts'
import { type IntermediateScreen, open } from './intermediate-screen.ts'

const path = '/view/:request'
const order = (id: string) => ({ body: { signatureRequests: [{ signatureRequestId: id }] } })

/** What a sender sees of what was sent. */
export const documentScreens: readonly IntermediateScreen[] = [
  {
    name: 'dashboard-empty',
    title: 'Documents of a new account',
    path: '/dashboard',
    role: 'newcomer',
    async show(page) {
      await open(page, '/dashboard?tab=inbox')
      await page.getByRole('button', { name: 'Try it with a sample contract' }).waitFor()
    },
  },
  {
    name: 'dashboard-selected',
    title: 'Several documents selected',
    path: '/dashboard',
    role: 'user',
    async show(page) {
      await open(page, '/dashboard?tab=inbox')
      await page.getByRole('checkbox', { name: /Employment contract/ }).check({ force: true })
      await page.getByRole('checkbox', { name: /Parking space/ }).check({ force: true })
    },
  },
  {
    name: 'view-progress',
    title: 'A request that two of five have signed',
    path,
    role: 'admin',
    async show(page, scene, product) {
      const names = ['Luc Favre', 'Anna Keller', 'Chiara Rossi', 'Ben Ott', 'Emil Frei']
      const signers = names.map((name) => {
        const [first = '', last = ''] = name.split(' ')
        return someone(first, last)
      })
      const request = await aContract(product, scene, { signers })
      for (const { email } of signers.slice(0, 2))
        await product.call(signDirect, order(request.id), guestOf(linkIn(await product.inbox.next(email))).as)
      await page.goto(`/view/${request.id}`)
      await page.getByText('2 of 5').first().waitFor()
      await page.locator('[data-position="0"] img').waitFor()
    },
  },
  {
    name: 'view-declined',
    title: 'A request that was declined',
    path,
    role: 'admin',
    async show(page, scene, product) {
      const { request, as } = await aGuestLink(product, scene)
      const message = 'We don’t need the flat after all.'
      await product.call(declineDirect, { params: { id: request.id }, body: { message } }, as)
      await page.goto(`/view/${request.id}`)
      await page
        .getByText(/declined to sign/)
        .first()
        .waitFor()
    },
  },
  {
    name: 'view-completed',
    title: 'A request that everyone has signed',
    path,
    role: 'admin',
    async show(page, scene, product) {
      const { request, as } = await aGuestLink(product, scene)
      await product.call(signDirect, order(request.id), as)
      await page.goto(`/view/${request.id}`)
      await page.getByRole('status').getByText('Everyone has signed').waitFor()
      await page.locator('[data-position="0"] img').waitFor()
    },
  },
]
