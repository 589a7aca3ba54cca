import { declineDirect } from '@countersign/contract/signature-requests.ts'
import { signDirect } from '@countersign/contract/signing.ts'
import type { Page } from '@playwright/test'
import { guestOf, linkIn } from '../../../apps/api/src/testing/signature-request.ts'
import { someone } from '../scene/people.ts'
import { aContract, aGuestLink } from '../scene/requests.ts'
import { type IntermediateScreen, isPhone, open } from './intermediate-screen.ts'

const path = '/view/:request'
const order = (id: string) => ({
  body: { signatureRequests: [{ signatureRequestId: id }], timeZone: 'Europe/Zurich' },
})

/** With the checkbox, or on a phone by a finger that stays on the row. */
async function select(page: Page, title: string): Promise<void> {
  const checkbox = page.getByRole('checkbox', { name: `Select ${title}` })
  if (!isPhone(page)) return checkbox.check()
  await page
    .getByRole('link', { name: new RegExp(title) })
    .first()
    .dispatchEvent('pointerdown', { pointerType: 'touch' })
  await checkbox.and(page.locator(':checked')).waitFor()
}

/** On a phone they are behind a button. */
async function openDetails(page: Page): Promise<void> {
  if (isPhone(page)) await page.getByRole('button', { name: 'Details' }).click()
}

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
      for (const title of ['Employment contract', 'Parking space']) await select(page, title)
    },
  },
  {
    name: 'delete-documents',
    title: 'Delete several documents',
    path: '/dashboard',
    role: 'user',
    async show(page) {
      await open(page, '/dashboard?tab=inbox')
      for (const title of ['Purchase order 88', 'Garage Seestrasse']) await select(page, title)
      await page.getByRole('button', { name: 'Delete', exact: true }).click()
      await page.getByRole('dialog').waitFor()
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
      await openDetails(page)
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
      await page.locator('[data-position="0"] img').waitFor()
      await openDetails(page)
      await page.getByText('Everyone has signed').first().waitFor()
    },
  },
]
