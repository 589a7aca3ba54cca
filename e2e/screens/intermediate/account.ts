import type { Page } from '@playwright/test'
import { button, type IntermediateScreen } from './intermediate-screen.ts'

export const accountScreens: readonly IntermediateScreen[] = [
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
    name: 'leave-page',
    title: 'Leave a page with changes',
    path: '/profile',
    role: 'user',
    async show(page) {
      await page.goto('/profile')
      await page.getByLabel('First name').fill('Maria')
      await page.getByRole('link', { name: 'Settings' }).first().click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'delete-signer-group',
    title: 'Delete a signer group',
    path: '/signer-groups',
    role: 'user',
    async show(page) {
      await page.goto('/signer-groups')
      await button(page, /^Delete/).click()
      await page.getByRole('dialog').waitFor()
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
]

async function openDeletion(page: Page): Promise<void> {
  await page.goto('/profile/settings')
  await button(page, /^Delete my account/).click()
  await page.getByRole('dialog').waitFor()
}
