import type { Page } from '@playwright/test'
import { deleteUser } from '@countersign/contract/accounts.ts'
import { deleteBusiness } from '@countersign/contract/businesses.ts'
import * as requests from '@countersign/contract/signature-requests.ts'
import { aSignatureRequest, linkIn } from '../apps/api/src/testing/signature-request.ts'
import { chooseSignature } from './support/approvals.ts'
import { expectRefused, inboxTab, mailedLink, told, typeSignIn } from './support/account.ts'
import { aBusiness } from './support/business.ts'
import { checkBothSizes } from './support/screen.ts'
import { haveSession, signIn } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'

const fresh = (name: string) => `${name}.${Math.random().toString(36).slice(2, 8)}@example.org`

async function askForEmail(page: Page, email: string, password: string): Promise<void> {
  await page.goto('/profile')
  const section = page.getByRole('region', { name: 'Email', exact: true })
  await section.getByRole('button', { name: 'Change email' }).click()
  await section.getByLabel('New email').fill(email)
  await section.getByLabel('Your password', { exact: true }).fill(password)
  await section.getByRole('button', { name: 'Send link' }).click()
}

test('a new email holds once its link is opened, and the old address is told', async ({
  page,
  product,
  problems,
  visit,
}) => {
  const person = await product.person({ firstName: 'Nora' })
  const email = fresh('nora.new')
  problems.expect(/40[013]/)
  await signIn(page, person)
  await askForEmail(page, email, 'not-my-password')
  await expect(told(page, 'Incorrect password.')).toBeVisible()
  await expect(page.getByLabel('New email')).toHaveValue(email)
  await page.getByLabel('Your password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Send link' }).click()
  await expect(page.getByText(`We sent a link to ${email}`)).toBeVisible()
  await checkBothSizes(page, 'profile-email-pending')

  const link = await mailedLink(product, email, /Confirm your new email/)
  await test.step('opened in a browser that is signed out, it asks to sign in and continues', async () => {
    const elsewhere = await visit()
    await elsewhere.goto(link)
    await expect(elsewhere).toHaveURL(/\/login/)
    await typeSignIn(elsewhere, person)
    await expect(elsewhere.getByText(`Your email is now ${email}`)).toBeVisible()
    expect(new URL(elsewhere.url()).search).toBe('')
    await checkBothSizes(elsewhere, 'profile-confirm-done')
    await elsewhere.goto(link)
    await expect(elsewhere.getByText(/already used/)).toBeVisible()
    await expect(elsewhere.getByText(`Your email is ${email}.`)).toBeVisible()
    await expect(elsewhere.getByRole('link', { name: 'My profile' })).toBeVisible()
  })
  await product.inbox.next(person.email, /The email address of your account was changed/)

  const next = await visit()
  await expectRefused(next, person)
  await typeSignIn(next, { email, password: person.password })
  await expect(inboxTab(next)).toBeVisible()
})

test('a deleted account is gone from every tab, and what was signed stays with the others', async ({
  page,
  product,
  problems,
}) => {
  const owner = await product.person({ firstName: 'Mara', lastName: 'Lindt' })
  const person = await product.person({ firstName: 'Nora', lastName: 'Brandt' })
  const request = await aSignatureRequest(product, {
    owner,
    title: 'Sublease',
    signers: [{ email: person.email, firstName: 'Nora', lastName: 'Brandt' }],
  })
  await signIn(page, person)
  await page.goto(linkIn(await product.inbox.next(person.email, /requested your signature/)))
  await chooseSignature(page)
  await page.getByRole('button', { name: 'Sign now' }).click()
  await expect(page.getByRole('heading', { name: 'You have signed' })).toBeVisible()
  const second = await page.context().newPage()
  await second.goto('/dashboard')
  await expect(inboxTab(second)).toBeVisible()
  // A tab in the background draws once a second.
  await page.bringToFront()

  problems.expect(/40[0134]/)
  await page.goto('/profile/settings')
  await page.getByRole('button', { name: 'Delete my account' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('Your signatures stay valid')).toBeVisible()
  await checkBothSizes(page, 'delete-account-dialog')
  await dialog.getByRole('button', { name: 'Keep my account' }).click()
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: 'Delete my account' }).click()
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog.getByRole('heading', { name: 'Delete your account permanently' })).toBeVisible()
  await checkBothSizes(page, 'delete-user-overlay')

  const field = dialog.getByLabel('Your password', { exact: true })
  await field.fill('not-my-password')
  await dialog.getByRole('button', { name: 'Delete my account permanently' }).click()
  await expect(field).toHaveAccessibleDescription(/Incorrect password\./)
  await expect(field).toBeFocused()
  await expect(dialog.getByText(/Incorrect password\./)).toHaveCount(1)
  await expect(field).toHaveValue('not-my-password')
  await field.fill(person.password)
  await dialog.getByRole('button', { name: 'Delete my account permanently' }).click()
  await expect(page).toHaveURL(/\/bye$/)
  await expect(page.getByRole('heading', { name: 'Your account has been deleted' })).toBeVisible()
  await checkBothSizes(page, 'bye')
  await expect(second).toHaveURL(/\/login/)
  await page.goto('/bye')
  await expect(page).toHaveURL(/\/login/)

  await expectRefused(second, person)
  const kept = await product.call(requests.getSignatureRequest, { params: { id: request.id } }, owner.as)
  expect(kept.status_overall).toBe('SIGNED')
  await product.inbox.next(person.email, /Your account was deleted/)
})

test('a person who entered too many wrong passwords is told when the next try counts', async ({
  page,
  product,
  problems,
}) => {
  const person = await product.person({ firstName: 'Lea' })
  for (let wrong = 0; wrong < 5; wrong += 1)
    await product.ask(deleteUser, { body: { password: `not-my-password-${wrong}` } }, person.as)
  await haveSession(page, person)
  await page.goto('/profile/settings')
  await page.getByRole('button', { name: 'Delete my account' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  const field = dialog.getByLabel('Your password', { exact: true })
  await field.fill(person.password)
  problems.expect(/429/)
  await dialog.getByRole('button', { name: 'Delete my account permanently' }).click()
  await expect(dialog.getByText(/Too many attempts\. Please try again at \d\d:\d\d/)).toBeVisible()
  await expect(field).toHaveValue(person.password)
})

test('the only administrator of a business that will be deleted sees in the settings until when they are needed', async ({
  page,
  product,
  problems,
}) => {
  const anna = await product.person({ firstName: 'Anna' })
  const ben = await product.person({ firstName: 'Ben', lastName: 'Moll' })
  const name = 'Sägerei Muster AG'
  const id = await aBusiness(product, { name, admin: anna, members: [ben] })
  await product.call(deleteBusiness, { params: { id }, body: { name } }, anna.as)
  problems.expect(/409/)
  await haveSession(page, anna)
  await page.goto('/profile/settings')
  const section = page.getByRole('region', { name: 'Delete account' })
  await expect(section.getByText(`You’re the only administrator of ${name}`)).toBeVisible()
  await expect(section.getByText(/will be deleted on .*20\d\d and needs an administrator/)).toBeVisible()
  await checkBothSizes(page, 'delete-account-pending')

  await section.getByRole('button', { name: 'Delete my account' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await dialog.getByLabel('Your password', { exact: true }).fill(anna.password)
  await dialog.getByRole('button', { name: 'Delete my account permanently' }).click()
  await expect(told(page, 'Your business needs an administrator until it’s deleted.')).toBeVisible()
})
