import type { Page } from '@playwright/test'
import type { Product } from '../../../apps/api/src/testing/product.ts'
import { aMobileNumber, chooseSignature, codeFor, identified, otherThan } from '../../support/approvals.ts'
import { someone } from '../scene/people.ts'
import { aContract, aGuestLink } from '../scene/requests.ts'
import type { Scene } from '../scene/scene.ts'
import { button, type IntermediateScreen } from './intermediate-screen.ts'

const path = '/view/:request/:link'

async function askForCode(page: Page, scene: Scene, product: Product): Promise<string> {
  const mobile = aMobileNumber()
  const shape = { quality: 'AES', signer: { ...someone('Luc', 'Favre'), mobile } } as const
  await page.goto((await aGuestLink(product, scene, shape)).path)
  await chooseSignature(page)
  await page.getByRole('button', { name: 'Sign with SMS code' }).click()
  await page.getByRole('dialog', { name: 'Enter the code' }).getByLabel('Code').waitFor()
  return mobile
}

const openIdentityCheck = async (page: Page, scene: Scene, product: Product) => {
  const given = await aGuestLink(product, scene, { quality: 'QES', legislation: 'EIDAS' })
  await page.goto(given.path)
  await page.getByText('Needs a one-time identity check').waitFor()
}

/** What comes between the signature and its completion. */
export const signingStepScreens: readonly IntermediateScreen[] = [
  { name: 'sign-code', title: 'Sign: the code by SMS', path, role: 'visitor', show: askForCode },
  {
    name: 'sign-wrong-code',
    title: 'Sign: a wrong code',
    path,
    role: 'visitor',
    async show(page, scene, product) {
      const mobile = await askForCode(page, scene, product)
      const dialog = page.getByRole('dialog', { name: 'Enter the code' })
      await dialog.getByLabel('Code').fill(otherThan(await codeFor(product, mobile)))
      await dialog.getByRole('button', { name: 'Confirm and sign' }).click()
      await dialog.getByRole('alert').waitFor()
    },
  },
  {
    name: 'sign-code-locked',
    title: 'Sign: five wrong codes',
    path,
    role: 'visitor',
    async show(page, scene, product) {
      const mobile = await askForCode(page, scene, product)
      const wrong = otherThan(await codeFor(product, mobile))
      const dialog = page.getByRole('dialog', { name: 'Enter the code' })
      for (const left of ['4 attempts', '3 attempts', '2 attempts', '1 attempt', '']) {
        await dialog.getByLabel('Code').fill(wrong)
        await dialog.getByRole('button', { name: 'Confirm and sign' }).click()
        if (left) await dialog.getByText(`Incorrect code. ${left} left.`).waitFor()
      }
      await page.getByRole('dialog', { name: 'Too many incorrect codes' }).waitFor()
    },
  },
  {
    name: 'sign-identity-check',
    title: 'An identity check, announced before signing',
    path,
    role: 'visitor',
    show: openIdentityCheck,
  },
  {
    name: 'direct-identification',
    title: 'Ways to verify a guest’s identity',
    path: '/direct-sign/identification/eidas',
    role: 'visitor',
    async show(page, scene, product) {
      await openIdentityCheck(page, scene, product)
      await page.getByRole('link', { name: 'Verify your identity' }).click()
      await page.waitForURL(/identification/)
      await page.getByRole('heading', { level: 1 }).first().waitFor()
    },
  },
  {
    name: 'sign-consent',
    title: 'A qualified signature, confirmed at the trust service',
    path: '/view/:request',
    role: 'member',
    async show(page, scene, product) {
      const { member } = scene.company
      const proved = { givenName: member.firstName, surname: member.lastName, mobile: aMobileNumber() }
      await identified(product, member, { legislation: 'ZERTES', ...proved })
      const signers = [{ email: member.email }]
      const request = await aContract(product, scene, { quality: 'QES', legislation: 'ZERTES', signers })
      await page.goto(`/view/${request.id}`)
      await chooseSignature(page)
      await button(page, 'Sign and confirm').click()
      await page.getByRole('dialog', { name: 'Confirm with password and code' }).waitFor()
    },
  },
  {
    name: 'sign-completed-guest',
    title: 'Signed, as a guest sees it',
    path,
    role: 'visitor',
    async show(page, scene, product) {
      await page.goto((await aGuestLink(product, scene)).path)
      await chooseSignature(page)
      await page.getByRole('button', { name: 'Sign', exact: true }).click()
      await page.getByRole('heading', { name: 'You have signed' }).waitFor()
    },
  },
  {
    name: 'sign-completed-account',
    title: 'Signed, as an account holder sees it',
    path: '/view/:request',
    role: 'member',
    async show(page, scene, product) {
      const { email, firstName, lastName } = scene.company.member
      const signers = [{ email, firstName, lastName }, someone('Chiara', 'Rossi')]
      const request = await aContract(product, scene, { signers })
      await page.goto(`/view/${request.id}`)
      await chooseSignature(page)
      await button(page, 'Sign now').click()
      await page.getByRole('heading', { name: 'You have signed' }).waitFor()
    },
  },
  {
    name: 'link-wrong',
    title: 'A wrong link',
    path,
    role: 'visitor',
    async show(page, { request }) {
      await page.goto(`/view/${request}/AAAAAAAAAAAAAAAAAAAAAAAAAA`)
      await page.getByRole('heading', { name: 'This link is invalid or has expired' }).waitFor()
    },
  },
]
