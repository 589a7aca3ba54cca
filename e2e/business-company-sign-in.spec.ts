import type { Page } from '@playwright/test'
import { aDomain } from '../apps/api/src/testing/domains.ts'
import { companyAt } from '../apps/sandbox/src/single-sign-on/company.ts'
import { inboxTab, mailedLink, signOut, typeSignIn } from './support/account.ts'
import { aBusiness } from './support/business.ts'
import { checkBothSizes } from './support/screen.ts'
import { haveSession } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'

/** On the provider's own page. */
async function sayWho(page: Page, email: string): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Company sign-in' })).toBeVisible()
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

const dialogButton = (page: Page, name: string) => page.getByRole('dialog').getByRole('button', { name })

test('an admin sets company sign-in up, tests and requires it, and a member signs in there', async ({
  page,
  visit,
  product,
  problems,
}) => {
  const domain = 'uri-works.example'
  const mara = await product.person({ firstName: 'Mara', lastName: 'Uri', email: `mara@${domain}` })
  const luc = await product.person({ firstName: 'Luc', lastName: 'Favre', email: `luc@${domain}` })
  const id = await aBusiness(product, { name: 'Uri Works', admin: mara, members: [luc] })
  await haveSession(page, mara)
  problems.expect(/400.*identity-provider|403.*(login|sign-up|confirm)/)
  const { issuer, clientId, clientSecret } = companyAt(product.sandboxUrl)
  const field = (name: string) => page.getByLabel(name, { exact: true })
  const testIt = () => page.getByRole('button', { name: 'Test sign-in' }).click()
  const badge = (word: string) =>
    page.locator('#company-sign-in-state').getByText(word, { exact: true }).first()

  await test.step('without a verified domain there is nothing to set up', async () => {
    await page.goto('/business/company-sign-in')
    await expect(page.getByRole('heading', { name: 'Verify a domain first' })).toBeVisible()
    await aDomain(product, { id: id ?? '', domain, as: mara.as })
    await page.reload()
    await expect(page.getByText(`${product.url}/v1/single-sign-on/callback/`)).toBeVisible()
    await checkBothSizes(page, 'business-company-sign-in-empty')
  })

  await test.step('what is wrong is said beside its field', async () => {
    await page.getByRole('button', { name: 'Save provider' }).click()
    await expect(page.getByText('This field is required.')).toHaveCount(3)
    await field('Issuer').fill('https://10.0.0.1')
    await field('Client ID').fill(clientId)
    await field('Client secret').fill('not-the-secret')
    await page.getByRole('button', { name: 'Save provider' }).click()
    await expect(page.getByText('The issuer must be on a public host.')).toBeVisible()
  })

  await test.step('with a wrong secret the test says so, and it can’t be required', async () => {
    await field('Issuer').fill(issuer)
    await page.getByRole('button', { name: 'Save provider' }).click()
    await expect(badge('Set up, not tested')).toBeVisible()
    await testIt()
    await expect(page.getByText('The provider refused the client.')).toBeVisible()
    await expect(badge('Test failed')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Require company sign-in' })).toBeHidden()
    await checkBothSizes(page, 'business-company-sign-in-failed')
  })

  await test.step('as someone else the test works, and does not allow requiring it', async () => {
    await field('Client secret').fill(clientSecret)
    await page.getByRole('button', { name: 'Save provider' }).click()
    await expect(page.getByText('Not tested since the last change.')).toBeVisible()
    await testIt()
    await sayWho(page, luc.email)
    await expect(page.getByText(`The test sign-in worked, as ${luc.email}`)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Require company sign-in' })).toBeHidden()
  })

  await test.step('tested as the admin it is required', async () => {
    await testIt()
    await sayWho(page, mara.email)
    await expect(page.getByText('You can now require company sign-in.')).toBeVisible()
    await checkBothSizes(page, 'business-company-sign-in-tested')
    await page.getByRole('button', { name: 'Require company sign-in' }).click()
    await checkBothSizes(page, 'business-company-sign-in-require')
    await dialogButton(page, 'Require company sign-in').click()
    await expect(badge('Required')).toBeVisible()
    await expect(field('Issuer')).toHaveAttribute('readonly')
    await checkBothSizes(page, 'business-company-sign-in-required')
    await product.inbox.next(mara.email, /now required for Uri Works/)
  })

  await test.step('a member’s password leads to the provider, and from there to their documents', async () => {
    const his = await visit()
    await his.goto('/login')
    await typeSignIn(his, luc)
    await sayWho(his, luc.email)
    await expect(inboxTab(his)).toBeVisible()
    await signOut(his)
  })

  await test.step('a colleague who signs up instead is led to the provider, which makes the account', async () => {
    const hers = await visit()
    await hers.goto('/signup')
    await hers.getByLabel('Email').fill(`nora@${domain}`)
    await hers.getByRole('button', { name: 'Send link' }).click()
    await expect(hers.getByRole('alert')).toContainText(
      `People with an @${domain} email sign in with their company.`,
    )
    await checkBothSizes(hers, 'signup-company')
    await hers.getByRole('button', { name: 'Sign in with your company' }).click()
    await sayWho(hers, `nora@${domain}`)
    await expect(hers.getByRole('heading', { name: 'Set up your account' })).toBeVisible()
  })

  await test.step('someone outside the business can’t move their account to such an email', async () => {
    const zoe = await product.person({ firstName: 'Zoe' })
    const hers = await visit()
    await haveSession(hers, zoe)
    problems.expect(/403.*\/v1\/user/)
    await hers.goto('/profile')
    await hers.getByRole('button', { name: 'Change email' }).click()
    await hers.getByLabel('New email').fill(`zoe@${domain}`)
    await hers.getByLabel('Your password').fill(zoe.password)
    await hers.getByRole('button', { name: 'Send link' }).click()
    await expect(hers.getByText('People with such an email sign in through their company.')).toBeVisible()
    await expect(hers.getByLabel('New email')).toBeFocused()
  })

  await test.step('removed, the password is enough again', async () => {
    await page.getByRole('button', { name: 'Remove provider' }).click()
    await dialogButton(page, 'Remove provider').click()
    await expect(page.getByRole('button', { name: 'Test sign-in' })).toBeHidden()
    await expect(field('Issuer')).toHaveValue('')
    const his = await visit()
    await his.goto('/login')
    await typeSignIn(his, luc)
    await expect(inboxTab(his)).toBeVisible()
  })
})

test('an identity provider adds people by a token, and their roles follow the groups that an admin has mapped', async ({
  page,
  visit,
  product,
  problems,
}) => {
  const domain = 'zug-works.example'
  const mara = await product.person({ firstName: 'Mara', lastName: 'Zug', email: `mara@${domain}` })
  const id = await aBusiness(product, { name: 'Zug Works', admin: mara })
  await aDomain(product, { id: id ?? '', domain, as: mara.as })
  await haveSession(page, mara)
  await page.goto('/business/company-sign-in')
  await expect(page.getByText(`${product.url}/scim/v2`)).toBeVisible()
  await page.getByRole('button', { name: 'Create token' }).click()
  await expect(page.getByText('This field is required.')).toBeVisible()
  await page.getByLabel('Name of the token').fill('Entra ID')
  await page.getByRole('button', { name: 'Create token' }).click()
  const shown = page.getByRole('dialog', { name: 'SCIM token' })
  const token = await shown.locator('code').innerText()
  await checkBothSizes(page, 'business-scim-token')
  await shown.getByLabel('I’ve stored the token').check()
  await shown.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByText('Not used yet.')).toBeVisible()

  const scim = async (path: string, data: object) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/scim+json' }
    const answer = await page.request.post(`/scim/v2${path}`, { headers, data })
    expect(answer.status(), await answer.text()).toBe(201)
    return ((await answer.json()) as { id: string }).id
  }
  const schema = 'urn:ietf:params:scim:schemas:core:2.0'
  const email = `nora@${domain}`
  const nora = await scim('/Users', {
    schemas: [`${schema}:User`],
    userName: email,
    name: { givenName: 'Nora', familyName: 'Frei' },
    active: true,
  })
  const members = [{ value: nora }]
  await scim('/Groups', { schemas: [`${schema}:Group`], displayName: 'Contract admins', members })

  await page.reload()
  await expect(page.getByText(/Last used on/)).toBeVisible()
  const role = page.getByLabel('Contract admins')
  await role.selectOption('Administrator')
  const asked = page.getByRole('dialog', { name: 'Make “Contract admins” administrators?' })
  await expect(asked).toContainText('1 person in this group will be an administrator')
  await checkBothSizes(page, 'business-make-group-admins')
  await asked.getByRole('button', { name: 'Cancel' }).click()
  await expect(role).toHaveValue('member')
  await role.selectOption('Administrator')
  await asked.getByRole('button', { name: 'Make administrators' }).click()
  await expect(page.getByText('Role of “Contract admins” saved.')).toBeVisible()
  await checkBothSizes(page, 'business-provisioning')
  await page.getByRole('button', { name: 'Revoke Entra ID' }).click()
  await dialogButton(page, 'Revoke token').click()
  await expect(page.getByText('No tokens yet.')).toBeVisible()
  await page.goto('/business/members')
  const row = page.getByRole('row').or(page.getByRole('listitem')).filter({ hasText: email })
  await expect(row.first()).toContainText('Admin')
  await test.step('the person sets a password by email, accepts the terms and is at work', async () => {
    const hers = await visit()
    problems.expect(/403/)
    await hers.goto('/password-reset')
    await hers.getByLabel('Email').fill(email)
    await hers.getByRole('button', { name: 'Send link' }).click()
    await hers.goto(await mailedLink(product, email, /Set a new password/))
    const password = 'seven-paper-lanterns-afloat'
    await hers.getByLabel('New password', { exact: true }).fill(password)
    await hers.getByRole('button', { name: 'Set new password' }).click()
    await expect(hers.getByText('You were signed out everywhere.')).toBeVisible()
    await hers.goto('/login')
    await typeSignIn(hers, { email, password })
    const dialog = hers.getByRole('dialog', { name: 'Please accept the terms' })
    await dialog.getByRole('button', { name: 'Accept terms' }).click()
    await expect(inboxTab(hers)).toBeVisible()
  })
})
