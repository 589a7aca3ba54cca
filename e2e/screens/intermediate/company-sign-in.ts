import type { Page } from '@playwright/test'
import type { Product } from '../../../apps/api/src/testing/product.ts'
import { companyAt } from '../../../apps/sandbox/src/single-sign-on/company.ts'
import { aBusiness } from '../scene/business.ts'
import { button, type IntermediateScreen, open } from './intermediate-screen.ts'
import { signInAlone } from './sign-in-alone.ts'

const path = '/business/company-sign-in'

async function openOwn(page: Page, product: Product, isVerified = true) {
  const business = await aBusiness(product, { isVerified })
  await signInAlone(page, business.admin)
  await open(page, path)
  return business
}

async function setUp(page: Page, product: Product, secret?: string) {
  const business = await openOwn(page, product)
  const { issuer, clientId, clientSecret } = companyAt(product.sandboxUrl)
  await page.getByLabel('Issuer', { exact: true }).fill(issuer)
  await page.getByLabel('Client ID', { exact: true }).fill(clientId)
  await page.getByLabel('Client secret', { exact: true }).fill(secret ?? clientSecret)
  await button(page, 'Save provider').click()
  await page.getByText('Set up, not tested', { exact: true }).first().waitFor()
  return business
}

async function toTop(page: Page): Promise<void> {
  await page.mouse.move(0, 0)
  await page.evaluate(() => scrollTo(0, 0))
}

/** Signs in at the provider, as the admin does. */
async function testIt(page: Page, product: Product) {
  const business = await setUp(page, product)
  await button(page, 'Test sign-in').click()
  await page.getByRole('textbox', { name: 'Email' }).fill(business.admin.email)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByText('You can now require company sign-in.').waitFor()
  return business
}

async function askToRequire(page: Page, product: Product) {
  const business = await testIt(page, product)
  await button(page, 'Require company sign-in').click()
  await page.getByRole('dialog').waitFor()
  return business
}

async function requireIt(page: Page, product: Product) {
  const business = await askToRequire(page, product)
  await page.getByRole('dialog').getByRole('button', { name: 'Require company sign-in' }).click()
  await page.getByText('Required', { exact: true }).first().waitFor()
  return business
}

async function createToken(page: Page, product: Product): Promise<string> {
  await openOwn(page, product)
  await page.getByLabel('Name of the token').fill('Entra ID')
  await button(page, 'Create token').click()
  const token = page.getByRole('dialog', { name: 'SCIM token' }).locator('code')
  return token.innerText()
}

async function addGroups(page: Page, token: string): Promise<void> {
  for (const displayName of ['Contract admins', 'Sales']) {
    const answer = await page.request.post('/scim/v2/Groups', {
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/scim+json' },
      data: { schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'], displayName },
    })
    if (!answer.ok()) throw new Error(await answer.text())
  }
}

/** Someone of the same domain, who has no account yet. */
async function signUpAsColleague(page: Page, product: Product) {
  const business = await requireIt(page, product)
  await page.evaluate(() => sessionStorage.removeItem('countersign.session'))
  await open(page, '/signup')
  await page.getByLabel('Email').fill(`nora@${business.domain}`)
  await button(page, 'Send link').click()
  await page.getByRole('alert').first().waitFor()
  return business
}

type Show = (page: Page, product: Product) => Promise<unknown>
const screen = (name: string, title: string, show: Show): IntermediateScreen => ({
  name,
  title,
  path,
  role: 'visitor',
  show: (page, _scene, product) => show(page, product),
})

/** How an admin sets up company sign-in and provisioning. */
export const companySignInScreens: readonly IntermediateScreen[] = [
  screen('company-sign-in-no-domain', 'Company sign-in: a domain has to be verified first', (page, product) =>
    openOwn(page, product, false),
  ),
  screen('company-sign-in-set-up', 'Company sign-in: set up, not tested', async (page, product) => {
    await setUp(page, product)
    await toTop(page)
  }),
  screen('company-sign-in-failed', 'Company sign-in: the test failed', async (page, product) => {
    await setUp(page, product, 'not-the-secret')
    await button(page, 'Test sign-in').click()
    await page.getByText('The provider refused the client.').waitFor()
    await toTop(page)
  }),
  screen('company-sign-in-tested', 'Company sign-in: tested', async (page, product) => {
    await testIt(page, product)
    await toTop(page)
  }),
  screen('company-sign-in-require', 'Company sign-in: require it', askToRequire),
  screen('company-sign-in-required', 'Company sign-in: required', async (page, product) => {
    await requireIt(page, product)
    await toTop(page)
  }),
  screen('scim-token', 'Provisioning: a SCIM token, shown once', createToken),
  screen('scim-groups', 'Provisioning: tokens, and the roles of groups', async (page, product) => {
    await addGroups(page, await createToken(page, product))
    await page.reload()
    await page.getByLabel('Contract admins').selectOption('Administrator')
    await button(page, 'Make administrators').click()
    await page.getByText('Role of “Contract admins” saved.').waitFor()
    await page.getByText('Entra ID').first().scrollIntoViewIfNeeded()
    await page.getByLabel('Sales').scrollIntoViewIfNeeded()
  }),
  {
    name: 'signup-company',
    title: 'Sign up with the email of a business that requires company sign-in',
    path: '/signup',
    role: 'visitor',
    show: (page, _scene, product) => signUpAsColleague(page, product),
  },
  {
    name: 'signup-sso-details',
    title: 'Set up your account, after the first company sign-in',
    path: '/signup/sso',
    role: 'visitor',
    async show(page, _scene, product) {
      const { domain } = await signUpAsColleague(page, product)
      await button(page, 'Sign in with your company').click()
      await page.getByRole('textbox', { name: 'Email' }).fill(`nora@${domain}`)
      await page.getByLabel('First name').fill('Nora')
      await page.getByRole('button', { name: 'Sign in', exact: true }).click()
      await page.getByRole('heading', { name: 'Set up your account' }).waitFor()
    },
  },
]
