import type { Page } from '@playwright/test'
import type { Person } from '../../apps/api/src/testing/caller.ts'
import type { Product } from '../../apps/api/src/testing/product.ts'
import { aCarefulPerson, type Scene, table } from './made-scene.ts'

/** What has no address of its own: dialogs, overlays, and steps in between. */
export interface IntermediateScreen {
  readonly name: string
  readonly title: string
  readonly path: string
  readonly role: 'visitor' | 'user'
  /** Opens the page and brings it there. */
  show(page: Page, scene: Scene, product: Product): Promise<unknown>
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first()
let careful: Promise<Person> | undefined

export const intermediateScreens: readonly IntermediateScreen[] = [
  {
    name: 'second-factor',
    title: 'Two-factor authentication at sign-in',
    path: '/login',
    role: 'visitor',
    async show(page, _scene, product) {
      const person = await (careful ??= aCarefulPerson(product))
      await page.goto('/login')
      await page.locator('[name=email]').fill(person.email)
      await page.locator('[name=password]').fill(person.password)
      await page.locator('form [type=submit]').click()
      await page.getByRole('heading', { name: 'One more step' }).waitFor()
    },
  },
  {
    name: 'login-wrong',
    title: 'Wrong password',
    path: '/login',
    role: 'visitor',
    async show(page, scene) {
      await page.goto('/login')
      await page.locator('[name=email]').fill(scene.person.email)
      await page.locator('[name=password]').fill('not the password')
      await page.locator('form [type=submit]').click()
      await page.getByRole('alert').first().waitFor()
    },
  },
  {
    name: 'connect-austrian-eid',
    title: 'Connect to an Austrian eID',
    path: '/profile/signature-standards/eidas',
    role: 'user',
    async show(page) {
      await page.goto('/profile/signature-standards/eidas')
      await button(page, 'Connect ID Austria').click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'accept-terms',
    title: 'Accept terms',
    path: '/dashboard',
    role: 'user',
    async show(page) {
      // Only an account of a company comes without: the answer about this one is changed on its way to the page.
      await page.route(/\/v1\/user(\?|$)/, async (route) => {
        const response = await route.fetch()
        const user = (await response.json()) as { attributes: object }
        await route.fulfill({
          response,
          json: { ...user, attributes: { ...user.attributes, acceptedGtc: false } },
        })
      })
      await page.goto('/dashboard?tab=inbox')
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'delete-account',
    title: 'Delete the account',
    path: '/profile/settings',
    role: 'user',
    show: openDeletion,
  },
  {
    name: 'delete-user',
    title: 'Delete the account: the last step',
    path: '/profile/settings',
    role: 'user',
    async show(page) {
      await openDeletion(page)
      await button(page, 'Continue').click()
      await page.getByText('Last step: account').waitFor()
    },
  },
  {
    name: 'edit-signature',
    title: 'Edit a visual signature',
    path: '/profile/visual-signature',
    role: 'user',
    async show(page) {
      await page.goto('/profile/visual-signature')
      await button(page, /^Edit/).click()
      await page.getByRole('dialog').waitFor()
      await page.getByRole('dialog').locator('img').first().waitFor()
    },
  },
  {
    name: 'delete-signature',
    title: 'Delete a visual signature',
    path: '/profile/visual-signature',
    role: 'user',
    async show(page) {
      await page.goto('/profile/visual-signature')
      await button(page, /^Delete “/).click()
      await page.getByRole('dialog').locator('img').first().waitFor()
    },
  },
  {
    name: 'sign-kept',
    title: 'Sign with a kept signature',
    path: '/view/:request',
    role: 'user',
    async show(page, { request }) {
      await page.goto(`/view/${request}`)
      await button(page, 'Review and sign').click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'sign',
    title: 'Sign: the signature',
    path: '/view/:request/:link',
    role: 'visitor',
    async show(page, { request, link }) {
      await page.goto(`/view/${request}/${link}`)
      await button(page, 'Review and sign').click()
      await page.getByRole('heading', { level: 1 }).first().waitFor()
    },
  },
  {
    name: 'create-signer-group',
    title: 'Create signer group',
    path: '/signer-groups',
    role: 'user',
    async show(page) {
      await page.goto('/signer-groups')
      await button(page, 'Create signer group').click()
      const form = page.getByRole('dialog')
      await form.getByRole('textbox', { name: 'Group name' }).fill('Legal')
      const people = 'Carla Rossi <carla.rossi@example.org>\nemil.weber@example.org'
      await form.getByRole('textbox', { name: 'Add members' }).fill(people)
      await form.getByRole('button', { name: 'Add to the group' }).click()
      await form.getByRole('listitem').nth(1).waitFor()
    },
  },
  {
    name: 'auto-deletion',
    title: 'Activate auto-deletion',
    path: '/profile/settings',
    role: 'user',
    async show(page) {
      await page.goto('/profile/settings')
      await button(page, 'Activate auto-deletion').click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'template',
    title: 'A template',
    path: '/templates/:template',
    role: 'user',
    async show(page, { template }) {
      await page.goto(`/templates/${template}`)
      await page.getByLabel('Signer 1 signs as').waitFor()
    },
  },
  {
    name: 'bulk-send-check',
    title: 'Send to a table: look it over',
    path: '/templates/:template/send',
    role: 'user',
    async show(page, { template }) {
      await page.goto(`/templates/${template}/send`)
      await page.getByRole('textbox', { name: /paste the cells/ }).fill(table)
      await button(page, 'Next').click()
      await page.getByLabel('Title of each signature request').fill('Flat {{Flat}}')
      await button(page, 'Next').click()
      await page.getByText('Rows that won’t be sent').waitFor()
    },
  },
  {
    name: 'bulk-send-report',
    title: 'A sent table',
    path: '/bulk-sends/:send',
    role: 'user',
    async show(page, { bulkSend }) {
      await page.goto(`/bulk-sends/${bulkSend}`)
      await page.getByText('2 requests sent').waitFor()
    },
  },
]

async function openDeletion(page: Page): Promise<void> {
  await page.goto('/profile/settings')
  await button(page, /^Delete my account/).click()
  await page.getByRole('dialog').waitFor()
}
