import type { Page } from '@playwright/test'
import type { Product } from '../../../apps/api/src/testing/product.ts'
import { someone } from '../scene/people.ts'
import { aContract, aGuestLink } from '../scene/requests.ts'
import type { Scene } from '../scene/scene.ts'
import { button, type IntermediateScreen } from './intermediate-screen.ts'

type Act = (page: Page) => Promise<unknown>

const dialogOpens = (page: Page) => page.getByRole('dialog').waitFor()

/** The sender's, from the request's menu. */
const bySender = (name: string, title: string, item: string, act: Act = dialogOpens): IntermediateScreen => ({
  name,
  title,
  path: '/view/:request',
  role: 'admin',
  async show(page: Page, scene: Scene, product: Product) {
    const signers = [someone('Luc', 'Favre'), someone('Chiara', 'Rossi')]
    const request = await aContract(product, scene, { signers })
    await page.goto(`/view/${request.id}`)
    await button(page, 'More').click()
    await page.getByRole('menuitem', { name: item }).click()
    await dialogOpens(page)
    await act(page)
  },
})

/** The signer's, from the bar of the signing page. */
const bySigner = (name: string, title: string, press: string, act: Act): IntermediateScreen => ({
  name,
  title,
  path: '/view/:request/:link',
  role: 'visitor',
  async show(page: Page, scene: Scene, product: Product) {
    await page.goto((await aGuestLink(product, scene)).path)
    await button(page, press).click()
    await dialogOpens(page)
    await act(page)
  },
})

const dialogField = (page: Page, label: string) => page.getByRole('dialog').getByLabel(label, { exact: true })

/** What one does with a request that is open, besides signing it. */
export const actScreens: readonly IntermediateScreen[] = [
  bySender('remind', 'Remind signers', 'Remind …'),
  bySender('add-signer', 'Add a signer', 'Add a signer …', async (page) => {
    await dialogField(page, 'Email').fill('emil.frei@example.org')
  }),
  bySender('add-signer-group', 'Add a signer group', 'Add a signer group …'),
  bySender('add-observer', 'Add an observer', 'Add an observer …', async (page) => {
    await dialogField(page, 'Email').fill('emil.frei@example.org')
  }),
  bySender('withdraw', 'Withdraw a request', 'Withdraw …'),
  bySigner('decline', 'Decline to sign', 'Decline', async (page) => {
    await page.getByRole('dialog').getByRole('textbox').fill('We don’t need the flat after all.')
  }),
  bySigner('delegate', 'Ask someone else to sign', 'Delegate', async (page) => {
    await page.getByLabel('Email of the person').fill('noor.frey@example.org')
  }),
  {
    name: 'remove-signer',
    title: 'Remove a signer',
    path: '/view/:request',
    role: 'admin',
    async show(page, scene, product) {
      const signers = [someone('Luc', 'Favre'), someone('Chiara', 'Rossi')]
      const request = await aContract(product, scene, { signers })
      await page.goto(`/view/${request.id}`)
      await page.getByRole('heading', { level: 1 }).first().waitFor()
      if ((page.viewportSize()?.width ?? 0) < 500) await button(page, 'Details').click()
      await button(page, /^Remove/).click()
      await dialogOpens(page)
    },
  },
]
