import { sign } from '@countersign/contract/signing.ts'
import type { Page } from '@playwright/test'
import type { Person } from '../../../apps/api/src/testing/caller.ts'
import type { Product } from '../../../apps/api/src/testing/product.ts'
import { aSignatureRequest } from '../../../apps/api/src/testing/signature-request.ts'
import { aMobileNumber, chooseSignature, identified, keepRecords } from '../../support/approvals.ts'
import { someone } from '../scene/people.ts'
import type { Scene } from '../scene/scene.ts'
import { button, type IntermediateScreen } from './intermediate-screen.ts'
import { signInAlone } from './sign-in-alone.ts'

const title = 'Rental contract'

type Show = (page: Page, product: Product, scene: Scene) => Promise<unknown>
const screen = (name: string, about: string, show: Show): IntermediateScreen => ({
  name,
  title: about,
  path: '/view/:request',
  role: 'visitor',
  show: (page, scene, product) => show(page, product, scene),
})

async function signAs(page: Page, person: Person, id: string, press: string): Promise<void> {
  await signInAlone(page, person)
  await page.goto(`/view/${id}`)
  await chooseSignature(page)
  await button(page, press).click()
}

async function signRecord(page: Page, product: Product, { file }: Scene): Promise<void> {
  const owner = await product.person(someone('Mara', 'Lindt'))
  await keepRecords(product, owner)
  const request = { owner, title, documents: [file], quality: 'PART11', signers: [owner] } as const
  await signAs(page, owner, (await aSignatureRequest(product, request)).id, 'Sign with name and reason')
  await page.getByRole('dialog', { name: 'Sign a regulated record' }).waitFor()
}

/** What covers the document while it is being signed. */
export const signingOverlayScreens: readonly IntermediateScreen[] = [
  screen('sign-part11', 'Sign a regulated record (21 CFR Part 11)', signRecord),
  screen('sign-part11-info', 'What signing under 21 CFR Part 11 means', async (page, product, scene) => {
    await signRecord(page, product, scene)
    await button(page, 'What does this mean?').click()
    await page.getByRole('dialog', { name: 'Signing under 21 CFR Part 11' }).waitFor()
  }),
  screen('sign-mobile-id', 'Sign: confirm with Mobile ID on the phone', async (page, product, { file }) => {
    const owner = await product.person(someone('Mara', 'Lindt'))
    await identified(product, owner, { legislation: 'ZERTES', mobile: aMobileNumber(), mobileId: true })
    const level = { quality: 'QES', legislation: 'ZERTES' } as const
    const request = { owner, title, documents: [file], ...level, signers: [owner] }
    await signAs(page, owner, (await aSignatureRequest(product, request)).id, 'Sign and confirm')
    await page.getByRole('dialog', { name: 'Confirm on your phone' }).waitFor()
  }),
  screen('sign-locked', 'Someone else is signing right now', async (page, product, { file }) => {
    const [anna, mara] = [
      await product.person(someone('Anna', 'Keller')),
      await product.person(someone('Mara', 'Lindt')),
    ]
    for (const person of [anna, mara]) {
      const named = { givenName: person.firstName, surname: person.lastName }
      await identified(product, person, { legislation: 'EIDAS', mobile: aMobileNumber(), ...named })
    }
    const level = { quality: 'QES', legislation: 'EIDAS' } as const
    const request = { owner: mara, title, documents: [file], ...level, signers: [anna, mara] }
    const { id } = await aSignatureRequest(product, request)
    await product.call(sign, { body: { signatureRequests: [{ signatureRequestId: id }] } }, anna.as)
    await signAs(page, mara, id, 'Sign and confirm')
    await page.getByRole('dialog', { name: 'Someone else is signing right now' }).waitFor()
  }),
]
