import { requestConfirmation } from '@countersign/contract/accounts.ts'
import type { Person } from '../../../apps/api/src/testing/caller.ts'
import { mailedToken } from '../scene/mail.ts'
import { aCarefulPerson, someone } from '../scene/people.ts'
import type { IntermediateScreen } from './intermediate-screen.ts'

let careful: Promise<Person> | undefined

export const signingInScreens: readonly IntermediateScreen[] = [
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
      await page.mouse.move(0, 0)
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
    name: 'business-signup-details',
    title: 'Sign up a business: its details',
    path: '/business/signup/steps',
    role: 'visitor',
    async show(page, _scene, product) {
      const { email } = someone('Nora', 'Berger')
      await product.call(requestConfirmation, { body: { email, flow: 'business' } })
      await page.goto(`/signup/confirm?token=${await mailedToken(product, email, /./)}`)
      await page.getByLabel('Business name').fill('Berger Treuhand GmbH')
    },
  },
  {
    name: 'signup-weak-password',
    title: 'A password that is easy to guess',
    path: '/signup/steps',
    role: 'visitor',
    async show(page, _scene, product) {
      const { email } = someone('Nora', 'Berger')
      await product.call(requestConfirmation, { body: { email } })
      await page.goto(`/signup/confirm?token=${await mailedToken(product, email, /./)}`)
      await page.getByLabel('First name').fill('Nora')
      await page.getByLabel('Last name').fill('Berger')
      const password = page.getByLabel('Password', { exact: true })
      await password.fill('password1234')
      await page.getByRole('button', { name: 'Create my account' }).click()
      await password.scrollIntoViewIfNeeded()
    },
  },
]
