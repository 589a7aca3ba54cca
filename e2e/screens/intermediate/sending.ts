import type { Page } from '@playwright/test'
import { mara } from '../scene/people.ts'
import { aContractDraft } from '../scene/requests.ts'
import { button, type IntermediateScreen } from './intermediate-screen.ts'
import { named, openDraft } from './open-draft.ts'

const path = '/compose/:request'
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Ready to send?' })

/** The last look before a request goes out, and what comes after. */
export const sendingScreens: readonly IntermediateScreen[] = [
  {
    name: 'compose-review',
    title: 'Review before sending: a signer without a field',
    path,
    role: 'admin',
    async show(page, scene, product) {
      const documents = [scene.file, scene.file]
      const signers = [{ ...named('Luc Favre'), unplaced: true }, named('Chiara Rossi')]
      await openDraft(page, await aContractDraft(product, scene, { signers, documents }), 'send')
      await button(page, 'Review and send').click()
      await dialog(page)
        .getByText(/No signature field on/)
        .waitFor()
    },
  },
  {
    name: 'compose-review-email',
    title: 'Review before sending: preview of the email',
    path,
    role: 'admin',
    async show(page, scene, product) {
      const message = 'Dear Luc, here is the contract we spoke about.'
      const draft = await aContractDraft(product, scene, { signers: [named('Luc Favre')], message })
      await openDraft(page, draft, 'send')
      await button(page, 'Review and send').click()
      await button(page, 'Preview email').click()
      await dialog(page).getByRole('region', { name: 'Email preview' }).scrollIntoViewIfNeeded()
    },
  },
  {
    name: 'sent',
    title: 'Sent',
    path,
    role: 'admin',
    async show(page, scene, product) {
      const signers = [named('Luc Favre'), { ...mara, email: scene.company.admin.email }]
      await openDraft(page, await aContractDraft(product, scene, { signers }), 'send')
      await button(page, 'Review and send').click()
      await dialog(page)
        .getByRole('button', { name: /^Send to/ })
        .click()
      await page.getByRole('heading', { name: /^Sent:/ }).waitFor()
    },
  },
]
