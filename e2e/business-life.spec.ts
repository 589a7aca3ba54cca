import { deleteBusiness, getUserBusiness, updateBusiness } from '@countersign/contract/businesses.ts'
import { inboxTab, mailedLink, passwordField } from './support/account.ts'
import { aBusiness } from './support/business.ts'
import { asOwner } from './support/database.ts'
import { checkBothSizes } from './support/screen.ts'
import { haveSession } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'

const password = 'quiet-harbour-lantern-42'

test('someone signs a business up, looks after its profile, has it deleted, keeps it, and lets it go', async ({
  page,
  product,
  problems,
}) => {
  const email = 'greta.desk@muehle.example'
  const name = 'Mühle Bern GmbH'
  problems.expect(/403/)

  await test.step('the mail’s link leads to the business, then to its first account', async () => {
    await page.goto('/business/signup?ucc=friend')
    await expect(page.getByRole('heading', { name: 'Sign up your business' })).toBeVisible()
    await page.getByLabel('Email').fill(email)
    await page.getByRole('button', { name: 'Send link' }).click()
    await expect(page).toHaveURL(/\/business\/signup\/mail-sent$/)
    await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()
    await checkBothSizes(page, 'business-signup-mail-sent')
    await page.goto(await mailedLink(product, email, /Confirm/))
    await expect(page.getByRole('heading', { name: 'Your business', level: 1 })).toBeVisible()
    await page.getByRole('button', { name: 'Next: your account' }).click()
    await expect(page.getByLabel('Business name')).toHaveAttribute('aria-invalid', 'true')
    await page.getByLabel('Business name').fill(name)
    await page.getByLabel('Country (optional)').selectOption('CH')
    await page.getByLabel(/agreement on data processing/).check()
    await checkBothSizes(page, 'business-signup-company')
    await page.getByRole('button', { name: 'Next: your account' }).click()
    // A page that is loaded again still knows both.
    await page.reload()
    await page.getByRole('button', { name: 'Next: your account' }).click()
    await page.getByLabel('First name').fill('Greta')
    await page.getByLabel('Last name').fill('Moll')
    await page.getByRole('button', { name: 'Edit business' }).click()
    await expect(page.getByLabel('Business name')).toBeFocused()
    await page.getByRole('button', { name: 'Next: your account' }).click()
    await expect(page.getByLabel('Last name')).toHaveValue('Moll')
    await passwordField(page).fill(password)
    await page.getByLabel(/I accept the terms of use/).check()
    await checkBothSizes(page, 'business-signup-account')
    await page.getByRole('button', { name: 'Create my account' }).click()
    await expect(page.getByRole('heading', { name: `Welcome, ${name}` })).toBeVisible()
    await checkBothSizes(page, 'business-welcome')
    const { rows } = await asOwner(product, 'SELECT ucc FROM businesses WHERE name = $1', [name])
    expect(rows).toEqual([{ ucc: 'friend' }])
  })

  await test.step('its profile is kept; what is wrong is said', async () => {
    await page.getByRole('link', { name: /Complete your business profile/ }).click()
    await page.getByLabel('Phone (optional)').fill('12')
    await page.getByRole('button', { name: 'Save business profile' }).click()
    await expect(page.getByLabel('Phone (optional)')).toHaveAttribute('aria-invalid', 'true')
    await page.getByLabel('Phone (optional)').fill('+41 31 123 45 67')
    await page.getByRole('button', { name: 'Save business profile' }).click()
    await expect(page.getByText('Business profile saved.')).toBeVisible()
    await page.getByLabel('Support email').fill(`help@muehle.example`)
    await page.getByRole('button', { name: 'Save support contact' }).click()
    await expect(page.getByText('Support contact saved.')).toBeVisible()
    await page.reload()
    await expect(page.getByLabel('Phone (optional)')).toHaveValue('+41311234567')
    await checkBothSizes(page, 'business-profile')
  })

  await test.step('it is deleted by its typed name, and kept from the banner that every page has', async () => {
    await page.getByRole('button', { name: 'Delete business …' }).click()
    const dialog = page.getByRole('dialog', { name: 'Delete business?' })
    await dialog.getByLabel('Business name').fill('Mühle')
    await dialog.getByRole('button', { name: 'Delete in 30 days' }).click()
    await expect(dialog.getByLabel('Business name')).toHaveAttribute('aria-invalid', 'true')
    await checkBothSizes(page, 'business-delete')
    await dialog.getByLabel('Business name').fill(name)
    await dialog.getByRole('button', { name: 'Delete in 30 days' }).click()
    await expect(page.getByRole('heading', { name: 'This business will be deleted' })).toBeVisible()
    await product.inbox.next(email, /will be deleted/)
    await page.goto('/dashboard')
    const banner = page.getByRole('complementary', { name: 'Your business' })
    await expect(banner).toContainText('will be deleted on')
    await banner.getByRole('link', { name: 'Keep' }).click()
    await checkBothSizes(page, 'business-ending')
    await page.getByRole('button', { name: 'Keep business' }).click()
    await expect(page.getByText('Business kept.')).toBeVisible()
    await expect(banner).toBeHidden()
    await product.inbox.next(email, /won’t be deleted/)
  })

  await test.step('once its time is over she continues with a personal account', async () => {
    await page.getByRole('button', { name: 'Delete business …' }).click()
    const dialog = page.getByRole('dialog', { name: 'Delete business?' })
    await dialog.getByLabel('Business name').fill(name)
    await dialog.getByRole('button', { name: 'Delete in 30 days' }).click()
    await expect(page.getByRole('button', { name: 'Keep business' })).toBeVisible()
    await asOwner(product, `UPDATE businesses SET delete_at = now() WHERE name = $1`, [name])
    await asOwner(product, `SELECT enqueue_job('delete-due-businesses', '{}', NULL, NULL, 25, 0)`)
    await product.inbox.next(email, /was deleted/)
    await page.goto('/dashboard')
    const told = page.getByRole('dialog', { name: 'Your business was deleted' })
    await expect(told).toBeVisible()
    await checkBothSizes(page, 'business-downgraded')
    await told.getByRole('button', { name: 'Accept and continue' }).click()
    await expect(inboxTab(page)).toBeVisible()
    await page.goto('/business/profile')
    await expect(page.getByRole('heading', { name: 'This page does not exist' })).toBeVisible()
  })
})

test('what its admin should know of a business is above every page, also of a system that is no test', async ({
  page,
  product,
}) => {
  const rosa = await product.person({ firstName: 'Rosa' })
  const name = 'Sägerei Worb AG'
  const id = await aBusiness(product, { name, admin: rosa })
  await product.call(deleteBusiness, { params: { id }, body: { name } }, rosa.as)
  await page.route('**/*', async (route) => {
    if (route.request().resourceType() !== 'document') return route.fallback()
    const response = await route.fetch()
    const body = (await response.text()).replace(/<meta name="test-system"[^>]*>/, '')
    await route.fulfill({ response, body })
  })
  await haveSession(page, rosa)
  await page.goto('/dashboard')
  await expect(page.getByRole('complementary', { name: 'Your business' })).toContainText('will be deleted on')
  await expect(page.getByRole('complementary', { name: 'Test System' })).toBeHidden()
})

test('an admin saves what they changed of the profile, and nothing that another admin has changed since', async ({
  page,
  product,
}) => {
  const rosa = await product.person({ firstName: 'Rosa' })
  const id = await aBusiness(product, { name: 'Sägerei Thun AG', admin: rosa })
  await haveSession(page, rosa)
  await page.goto('/business/profile')
  await expect(page.getByLabel('Business email')).toHaveValue(rosa.email)
  const phone = '+41311234567'
  const body = { phone, supportContact: { phone } }
  await product.call(updateBusiness, { params: { id }, body }, rosa.as)
  await page.getByLabel('Business email').fill('office@saegerei.example')
  await page.getByRole('button', { name: 'Save business profile' }).click()
  await expect(page.getByText('Business profile saved.')).toBeVisible()
  await page.getByLabel('Support email').fill('help@saegerei.example')
  await page.getByRole('button', { name: 'Save support contact' }).click()
  await expect(page.getByText('Support contact saved.')).toBeVisible()
  const { business } = await product.call(getUserBusiness, {}, rosa.as)
  const supportContact = { email: 'help@saegerei.example', phone }
  expect(business).toMatchObject({ phone, email: 'office@saegerei.example', settings: { supportContact } })
})

test('anyone who has an account makes a business out of it', async ({ page, product }) => {
  const paul = await product.person({ firstName: 'Paul' })
  await haveSession(page, paul)
  // The way for people without an account leads to the one of those who have one.
  await page.goto('/business/signup')
  await expect(page).toHaveURL(/\/business\/register$/)
  await page.getByLabel('Business name').fill('Atelier Paul')
  await page.getByRole('button', { name: 'Create business' }).click()
  // Both are accepted; what was typed stays.
  await page.getByLabel(/I accept the terms of use/).check()
  await page.getByLabel(/agreement on data processing/).check()
  await expect(page.getByLabel('Business name')).toHaveValue('Atelier Paul')
  await page.getByRole('button', { name: 'Create business' }).click()
  await expect(page.getByRole('heading', { name: 'Welcome, Atelier Paul' })).toBeVisible()
  const { business, role } = await product.call(getUserBusiness, {}, paul.as)
  expect([business?.name, role]).toEqual(['Atelier Paul', 'admin'])
  await page.goto('/business/register')
  await expect(page).toHaveURL(/\/business\/profile$/)
})
