import { notAPdf } from '../../support/bad-files.ts'
import { addSigner, dropFiles, openOptions } from '../../support/compose.ts'
import { someone } from '../scene/people.ts'
import { aContractDraft } from '../scene/requests.ts'
import { tenantFields } from '../scene/tenant-fields.ts'
import { button, type IntermediateScreen } from './intermediate-screen.ts'
import { named, openDraft } from './open-draft.ts'

const path = '/compose/:request'
const people = () => ['Luc Favre', 'Chiara Rossi', 'Ben Ott', 'Zoë Brunner', 'Emil Frei'].map(named)

/** What a sender does before sending. */
export const composeScreens: readonly IntermediateScreen[] = [
  {
    name: 'compose',
    title: 'Compose: people',
    path,
    role: 'admin',
    async show(page, scene, product) {
      await openDraft(page, await aContractDraft(product, scene, { signers: people() }), 'people')
    },
  },
  {
    name: 'compose-fields',
    title: 'Compose: fields of several types',
    path,
    role: 'admin',
    async show(page, scene, product) {
      const signers = [{ ...named('Luc Favre'), fields: tenantFields }]
      await openDraft(page, await aContractDraft(product, scene, { signers }), 'fields')
      await button(page, /^Text “Place of birth”/).focus()
    },
  },
  {
    name: 'compose-field-ghost',
    title: 'Compose: the field under the pointer',
    path,
    role: 'admin',
    async show(page, scene, product) {
      const draft = await aContractDraft(product, scene, { signers: [named('Luc Favre')] })
      await openDraft(page, draft, 'fields')
      await button(page, 'Signature of Luc Favre on page 1').press('Delete')
      await button(page, 'Place field for Luc Favre').click()
      const sheet = await page.getByRole('group', { name: /^Page 1 of/ }).boundingBox()
      if (!sheet) throw new Error('the page is not shown')
      await page.mouse.move(sheet.x + sheet.width / 2, sheet.y + sheet.height * 0.6)
    },
  },
  {
    name: 'compose-long-name',
    title: 'Compose: a name of sixty letters',
    path,
    role: 'admin',
    async show(page, scene, product) {
      const lastName = 'Brönnimann-Schaffhauser von der Hoehe zu Sternberg und Wil'
      const signers = [{ ...someone('Zoe', 'Schaffhauser'), firstName: 'Zoë', lastName }, named('Luc Favre')]
      await openDraft(page, await aContractDraft(product, scene, { signers }), 'people')
      await page
        .getByRole('button', { name: /^(\d+\. )?Zoë/, expanded: false })
        .first()
        .click()
    },
  },
  {
    name: 'compose-wrong-email',
    title: 'Compose: a wrong email, marked when its field is left',
    path,
    role: 'admin',
    async show(page, scene, product) {
      await openDraft(page, await aContractDraft(product, scene), 'people')
      await addSigner(page, { name: 'Luc Favre', email: 'luc@', language: 'English' })
      await page.getByRole('combobox', { name: 'Email', exact: true }).press('Tab')
    },
  },
  {
    name: 'compose-options',
    title: 'Compose: options',
    path,
    role: 'admin',
    async show(page, scene, product) {
      await openDraft(page, await aContractDraft(product, scene, { signers: [named('Luc Favre')] }), 'send')
      await openOptions(page)
      await page.getByLabel('Expires on').scrollIntoViewIfNeeded()
    },
  },
  {
    name: 'compose-refused-file',
    title: 'Compose: a file that is refused',
    path: '/compose/:request',
    role: 'member',
    async show(page) {
      await page.goto('/dashboard')
      await page.getByRole('tablist').first().waitFor()
      await dropFiles(page, [notAPdf])
      await page.getByRole('alert').filter({ hasText: notAPdf.name }).waitFor()
    },
  },
]
