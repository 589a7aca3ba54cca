import * as sessions from '@countersign/contract/sessions.ts'
import { inboxTab, signOut, typeSignIn } from './support/account.ts'
import { phone } from './support/devices.ts'
import { checkScreen } from './support/screen.ts'
import { signIn } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'

test('a session that is ended from another device asks to sign in there, and leads back to where one was', async ({
  page,
  product,
  problems,
  visit,
}) => {
  const person = await product.person({ firstName: 'Nora' })
  const other = await visit({
    ...phone,
    userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Safari/604.1',
  })
  await signIn(other, person)
  await signIn(page, person)
  await page.goto('/profile/settings')
  const list = page.getByRole('region', { name: 'Where you are signed in' })
  // The one that signed up, by the api, and the two browsers.
  await expect(list.getByRole('listitem')).toHaveCount(3)
  await expect(list.getByRole('listitem').first()).toContainText('This device')
  await list.getByRole('button', { name: /^Sign out .*iPhone/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out there' }).click()
  await expect(list.getByRole('listitem')).toHaveCount(2)

  problems.expect(/401/)
  await other.getByRole('tab', { name: 'Drafts' }).click()
  await expect(other).toHaveURL(/\/login/)
  await typeSignIn(other, person)
  await expect(other).toHaveURL(/\/dashboard\?tab=drafts/)

  await test.step('everywhere else at once', async () => {
    await page.reload()
    await list.getByRole('button', { name: 'Sign out everywhere else' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere else' }).click()
    await expect(list.getByText('You’re not signed in anywhere else.')).toBeVisible()
    await other.goto('/profile')
    await expect(other).toHaveURL(/\/login/)
    expect(await product.ask(sessions.listSessions, {}, person.as)).toMatchObject({ status: 401 })
  })
})

test('a tab that is opened later is signed in, and out with the others', async ({ page, product }) => {
  const person = await product.person({ firstName: 'Nora' })
  const waiting = await page.context().newPage()
  await waiting.goto('/login')
  await page.goto('/profile/signature-standards')
  await expect(page).toHaveURL(/\/login/)
  await typeSignIn(page, person)
  await expect(page).toHaveURL(/\/profile\/signature-standards$/)
  const second = await page.context().newPage()
  await second.goto('/profile')
  await expect(second.getByRole('heading', { name: 'Profile', level: 1 })).toBeVisible()
  await second.getByRole('button', { name: 'Account' }).click()
  await second.getByRole('menuitem', { name: 'Sign out' }).click()
  for (const tab of [page, second, waiting]) {
    await expect(tab).toHaveURL(/\/login/)
    await tab.goto('/dashboard')
    await expect(tab).toHaveURL(/\/login/)
  }
})

test('a link with a token asks whose account it is, and signs nobody in who says no', async ({
  page,
  product,
  problems,
  visit,
}) => {
  const person = await product.person({ firstName: 'Nora', lastName: 'Brandt' })
  const token = person.as.replace('Bearer ', '')
  const dialog = page.getByRole('dialog', { name: `Continue as ${person.email}?` })
  await page.goto(`/profile?usertoken=${token}`)
  await expect(dialog).toBeVisible()
  expect(page.url()).not.toContain(token)
  await checkScreen(page, 'continue-as')
  await dialog.getByRole('button', { name: 'This isn’t me' }).click()
  await expect(dialog).toBeHidden()
  await page.goto('/profile')
  await expect(page).toHaveURL(/\/login/)

  await page.goto(`/profile?usertoken=${token}`)
  await dialog.getByRole('button', { name: `Continue as ${person.email}` }).click()
  await expect(page.getByRole('heading', { name: 'Profile', level: 1 })).toBeVisible()
  await expect(page).toHaveURL(/\/profile$/)

  await test.step('anyone who is signed in stays who they are', async () => {
    const ben = await product.person({ firstName: 'Ben' })
    const his = await visit()
    await signIn(his, ben)
    await his.goto(`/profile?usertoken=${token}`)
    await expect(his.getByLabel('First name')).toHaveValue('Ben')
    await expect(his.getByRole('dialog')).toBeHidden()
    expect(his.url()).not.toContain(token)
  })
  await test.step('one that is worth nothing says so', async () => {
    problems.expect(/401/)
    await signOut(page)
    await page.goto(`/profile?usertoken=${token}`)
    await expect(page.getByText('This sign-in link is no longer valid.')).toBeVisible()
    await expect(page).toHaveURL(/\/login/)
    await expect(inboxTab(page)).toBeHidden()
  })
})
