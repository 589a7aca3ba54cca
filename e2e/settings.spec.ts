import type { Page } from '@playwright/test'
import * as accounts from '@countersign/contract/accounts.ts'
import { aSignatureRequest, linkIn } from '../apps/api/src/testing/signature-request.ts'
import { chooseSignature } from './support/approvals.ts'
import { signOut } from './support/account.ts'
import { checkBothSizes, checkScreen } from './support/screen.ts'
import { haveSession, signIn } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'
import { words } from './support/words.ts'

const inGerman = words('de')

test('a chosen language holds at once, after loading again, at the next sign-in and in mails', async ({
  page,
  product,
  visit,
}) => {
  const person = await product.person({ firstName: 'Nora' })
  await haveSession(page, person)
  await page.goto('/profile/settings')
  const section = page.getByRole('region', { name: 'Language' })
  await expect(section.getByRole('option')).toHaveText(['English', 'Deutsch', 'Français'])
  await section.getByRole('combobox').selectOption({ label: 'Deutsch' })
  const heading = page.getByRole('heading', { name: inGerman('Settings'), level: 1 })
  await expect(heading).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', /^de/)
  // What takes it back takes the page along.
  await page.getByRole('button', { name: /^(Undo|Rückgängig)/ }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', /^en/)
  await expect(section.getByRole('combobox')).toHaveValue('en')
  await section.getByRole('combobox').selectOption({ label: 'Deutsch' })
  await expect(heading).toBeVisible()
  await page.reload()
  await expect(heading).toBeVisible()
  await checkBothSizes(page, 'settings-de')
  // A device that is new to the account: it is told.
  const elsewhere = await visit({
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  })
  await haveSession(elsewhere, person)
  await elsewhere.goto('/profile/settings')
  await expect(elsewhere.getByRole('heading', { name: inGerman('Settings'), level: 1 })).toBeVisible()
  await product.inbox.next(person.email, /^Neue Anmeldung in Ihrem Konto/)
})

test('of two languages chosen in a row the last one holds, whichever is saved faster', async ({
  page,
  product,
}) => {
  const person = await product.person({ firstName: 'Nora' })
  await haveSession(page, person)
  await page.goto('/profile/settings')
  const language = page.getByRole('region').getByRole('combobox').filter({ hasText: 'Français' })
  const { method, path } = accounts.updateUser
  let answer = () => {}
  const held = new Promise<void>((resolve) => (answer = resolve))
  const sent: string[] = []
  await page.route(`**${path}`, async (route) => {
    if (route.request().method() !== method) return route.fallback()
    sent.push(route.request().postData() ?? '')
    if (sent.length === 1) await held
    await route.fallback()
  })
  let saved = 0
  page.on('response', (response) => (saved += response.request().method() === method ? 1 : 0))
  await language.selectOption('de')
  await expect.poll(() => sent.length).toBe(1)
  await language.selectOption('fr')
  // Some time for the second, where it doesn't wait for the first.
  await page.evaluate(() => fetch('/healthz'))
  answer()
  await expect.poll(() => saved).toBe(2)
  await expect(page.locator('html')).toHaveAttribute('lang', /^fr/)
  const { attributes } = await product.call(accounts.getUser, { query: {} }, person.as)
  expect(attributes.lang).toBe('fr')
})

test('a sign-in brings the browser’s time zone, Settings change it, and emails name it', async ({
  product,
  visit,
}) => {
  const [nora, sender] = [
    await product.person({ firstName: 'Nora' }),
    await product.person({ firstName: 'Mara', lastName: 'Lindt' }),
  ]
  const page = await visit({ timezoneId: 'Europe/Lisbon' })
  await signIn(page, nora)
  await page.goto('/profile/settings')
  const section = page.getByRole('region', { name: 'Time zone' })
  const choice = section.getByRole('combobox', { name: 'Time zone' })
  await expect(choice).toHaveValue('Europe/Lisbon')
  await expect(choice.getByRole('option').first()).toHaveText(/^This browser: Lisbon \(Europe\), GMT\+[01]$/)
  await choice.selectOption({ label: 'Tokyo (Asia), GMT+9' })
  await section.getByRole('button', { name: 'Save time zone' }).click()
  await expect(page.getByText('Time zone saved')).toBeVisible()
  await page.reload()
  await expect(choice).toHaveValue('Asia/Tokyo')
  await checkBothSizes(page, 'settings-time-zone')
  await aSignatureRequest(product, { owner: sender, signers: [{ email: nora.email }] })
  const invitation = await product.inbox.next(nora.email, /Mara Lindt/)
  expect(invitation.text).toContain('GMT+9 (Japan Standard Time)')
})

test('who wants no mails about requests gets none, and those about the account all the same', async ({
  page,
  product,
  visit,
}) => {
  const owner = await product.person({ firstName: 'Mara', lastName: 'Lindt' })
  await haveSession(page, owner)
  await page.goto('/profile/settings')
  const section = page.getByRole('region', { name: 'Emails' })
  await expect(section.getByRole('radio', { name: /^Everything/ })).toBeChecked()
  await section.getByRole('radio', { name: /^Nothing/ }).check()
  await expect(page.getByText('Email settings saved')).toBeVisible()
  await page.reload()
  await expect(section.getByRole('radio', { name: /^Nothing/ })).toBeChecked()

  const luc = `luc.${Date.now()}@example.org`
  await aSignatureRequest(product, {
    owner,
    title: 'Quiet lease',
    signers: [{ email: luc, firstName: 'Luc' }],
  })
  const his = await visit()
  await his.goto(linkIn(await product.inbox.next(luc)))
  await signByLink(his)
  await product.inbox.next(luc, /Completed/)
  // The mail that does come was written after the ones that do not.
  const pendingEmail = `mara.${Date.now()}@example.org`
  const body = { email: pendingEmail, password: owner.password }
  await product.call(accounts.updateUser, { body }, owner.as)
  const link = (await product.inbox.next(pendingEmail)).links.find((one) => one.includes('token=')) ?? ''
  const token = new URL(link).searchParams.get('token') ?? ''
  await product.call(accounts.confirmUserEmail, { body: { token } }, owner.as)
  await product.inbox.next(owner.email, /email address of your account was changed/)
  const subjects = (await product.inbox.list(owner.email)).map(({ subject }) => subject)
  expect(subjects.filter((subject) => subject.includes('Quiet lease'))).toEqual([])
})

test('a page with unsaved changes is left only after a question, by a link and by the browser’s back button', async ({
  page,
  product,
}) => {
  const person = await product.person({ firstName: 'Nora', lastName: 'Berger' })
  await haveSession(page, person)
  await page.goto('/profile/settings')
  await page.getByRole('link', { name: 'Profile', exact: true }).first().click()
  const name = page.getByRole('textbox', { name: 'First name' })
  await name.fill('Eleonora')
  const question = page.getByRole('dialog', { name: 'Leave without saving?' })
  await page.getByRole('link', { name: 'Settings', exact: true }).first().click()
  await expect(question).toBeVisible()
  await checkScreen(page, 'leave-unsaved')
  await question.getByRole('button', { name: 'Stay on page' }).click()
  await expect(name).toHaveValue('Eleonora')
  await page.evaluate(() => history.back())
  await question.getByRole('button', { name: 'Stay on page' }).click()
  await expect(page).toHaveURL(/\/profile$/)
  await page.getByRole('link', { name: 'Settings', exact: true }).first().click()
  await question.getByRole('button', { name: 'Leave without saving' }).click()
  await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible()

  await page.goBack()
  await expect(name).toHaveValue('Nora')
  await name.fill('Eleonora')
  await page.getByRole('button', { name: 'Save name' }).click()
  await expect(page.getByText('Name saved')).toBeVisible()
  await page.getByRole('link', { name: 'Settings', exact: true }).first().click()
  await expect(page).toHaveURL(/\/profile\/settings$/)
})

test('who has left unsaved changes and goes back before the next page is there isn’t asked about them again', async ({
  page,
  product,
}) => {
  const person = await product.person({ firstName: 'Nora', lastName: 'Berger' })
  await haveSession(page, person)
  await page.goto('/profile')
  const name = page.getByRole('textbox', { name: 'First name' })
  await name.fill('Eleonora')
  const settings = page.getByRole('link', { name: 'Settings', exact: true }).first()
  const question = page.getByRole('dialog', { name: 'Leave without saving?' })
  await settings.click()
  await question.getByRole('button', { name: 'Stay on page' }).click()
  const arrives = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await arrives.promise
    await route.continue()
  })
  await settings.click()
  await question.getByRole('button', { name: 'Leave without saving' }).click()
  await expect(page).toHaveURL(/\/profile\/settings$/)
  await page.evaluate(() => history.back())
  await expect(page).toHaveURL(/\/profile$/)
  arrives.resolve()
  // The form was never gone, nor was what had been typed: leaving it asks again.
  await expect(name).toHaveValue('Eleonora')
  await expect(question).toBeHidden()
  await settings.click()
  await question.getByRole('button', { name: 'Leave without saving' }).click()
  await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible()
})

async function signByLink(page: Page): Promise<void> {
  await chooseSignature(page)
  await page.getByRole('button', { name: 'Sign', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'You have signed' })).toBeVisible()
}

test('a mobile number is shown as the account has it, also once a change of it is taken back', async ({
  page,
  product,
}) => {
  const person = await product.person({ firstName: 'Nora' })
  await haveSession(page, person)
  await page.goto('/profile/signature-standards/mobile-id')
  const number = page.getByRole('textbox', { name: 'Mobile number' })
  const save = page.getByRole('button', { name: 'Save number' })
  // As business cards have it.
  await number.fill('+41 (0)79 123 45 67')
  await expect(page.getByText('Number in use: +41791234567')).toBeVisible()
  await save.click()
  await expect(page.getByText('Mobile number saved')).toBeVisible()
  await number.fill('079 765 43 21')
  await save.click()
  await expect(page.getByText('Number in use: +41797654321')).toBeVisible()
  const mobile = async () => {
    const user = await product.call(accounts.getUser, { query: { v2: 'true' } }, person.as)
    return user.attributes.mobile
  }
  await expect.poll(mobile).toBe('+41797654321')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(mobile).toBe('+41791234567')
  await expect(page.getByText('Number in use: +41791234567')).toBeVisible()
  await expect(number).toHaveValue('791234567')
})

test('the legislation and the quality one signs with by default are kept', async ({ page, product }) => {
  const person = await product.person({ firstName: 'Nora' })
  await haveSession(page, person)
  await page.goto('/profile/settings')
  const section = page.getByRole('region', { name: 'Default signature level' })
  await expect(section).toContainText('none chosen')
  await section.getByRole('link', { name: 'Choose legal framework' }).click()
  await expect(page).toHaveURL(/\/profile\/signature-standards\/legislation$/)
  await page.getByRole('radio', { name: /^European law/ }).check()
  await expect(page.getByText('Legal framework saved')).toBeVisible()
  await checkScreen(page, 'standards-legislation')
  await page.goto('/profile/settings')
  await expect(section.getByText('European law (eIDAS)', { exact: true })).toBeVisible()
  await section.getByRole('radio', { name: /^(Simple|SES)/ }).check()
  await expect(page.getByText('Default signature level saved')).toBeVisible()
  await signOut(page)
  await haveSession(page, person)
  await page.goto('/profile/signature-standards/legislation')
  await expect(page.getByRole('radio', { name: /^European law/ })).toBeChecked()
  const user = await product.call(accounts.getUser, { query: { v2: 'true' } }, person.as)
  expect(user.attributes).toMatchObject({ defaultLegislation: 'EIDAS', defaultQuality: 'SES' })
})
