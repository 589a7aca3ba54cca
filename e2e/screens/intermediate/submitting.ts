import type { Page } from '@playwright/test'
import type { Scene } from '../scene/scene.ts'
import { button, type IntermediateScreen } from './intermediate-screen.ts'

/** Submits the contract on the public page; gives the link and the code that it shows. */
async function submit(page: Page, { file }: Scene): Promise<{ link: string; code: string }> {
  await page.goto('/sendto')
  const chooser = page.waitForEvent('filechooser')
  await button(page, 'Choose a PDF').click()
  await (await chooser).setFiles({ name: 'Rental contract.pdf', mimeType: 'application/pdf', buffer: file })
  await page.getByRole('heading', { name: '“Rental contract” was submitted' }).waitFor()
  const [link = '', code = ''] = await page
    .getByRole('definition')
    .evaluateAll((entries) => entries.map((entry) => entry.querySelector('span')?.textContent ?? ''))
  return { link: new URL(link).pathname, code }
}

/** A document that someone without an account submits, and its claim. */
export const submittingScreens: readonly IntermediateScreen[] = [
  {
    name: 'submitted',
    title: 'A document was submitted',
    path: '/sendto',
    role: 'visitor',
    show: (page, scene) => submit(page, scene),
  },
  {
    name: 'claim-code',
    title: 'Claim a submitted document: the access code',
    path: '/sendto/:token',
    role: 'user',
    async show(page, scene) {
      await page.goto((await submit(page, scene)).link)
      await page.getByRole('textbox', { name: 'Access code' }).waitFor()
    },
  },
  {
    name: 'claim-view',
    title: 'Claim a submitted document: its pages',
    path: '/sendto/:token',
    role: 'user',
    async show(page, scene) {
      const { link, code } = await submit(page, scene)
      await page.goto(link)
      await page.getByRole('textbox', { name: 'Access code' }).fill(code)
      await button(page, 'View document').click()
      await page.getByRole('group', { name: 'Page 1 of 1' }).locator('img').waitFor()
    },
  },
]
