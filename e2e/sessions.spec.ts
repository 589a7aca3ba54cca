import type { Page } from '@playwright/test'
import { aDraft, aSignatureRequest } from '../apps/api/src/testing/signature-request.ts'
import { chooseSignature } from './support/approvals.ts'
import { typeSignIn } from './support/account.ts'
import { addSigner, dragOntoPage, openSigner } from './support/compose.ts'
import { beginSession, haveSession, signIn } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'

async function chooseSignOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Account' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page.getByText('You’re signed out in every tab.')).toBeVisible()
}

test('guesses of others don’t keep a person out of a browser that they have signed in with before', async ({
  page,
  product,
  problems,
  visit,
}) => {
  const person = await product.person({ firstName: 'Mara', lastName: 'Lindt' })
  const other = await visit()
  await signIn(page, person)
  await chooseSignOut(page)
  problems.expect(/40[13]|429/)
  await other.goto('/login')
  // From the network of both browsers.
  await other.evaluate(async (email) => {
    const body = JSON.stringify({ email, password: 'not-the-password' })
    const headers = { 'content-type': 'application/json' }
    for (let n = 0; n < 5; n += 1) await fetch('/v1/login', { method: 'POST', headers, body })
  }, person.email)
  await typeSignIn(other, person)
  await expect(other.getByText('Too many attempts.')).toBeVisible()
  await signIn(page, person)
})

test('loading the page again in the middle of composing loses nothing', async ({ page, product }) => {
  const owner = await product.person({ firstName: 'Mara', lastName: 'Lindt' })
  const draft = await aDraft(product, { owner })
  await haveSession(page, owner)
  await page.goto(`/compose/${draft.id}`)
  await expect(page.getByRole('group', { name: 'Page 1 of 1' }).locator('img')).toBeVisible()
  await addSigner(page, { name: 'Luc Favre', email: 'luc@example.org', language: 'Français' })
  await dragOntoPage(page, 'Luc Favre', { x: 0.5, y: 0.5 })
  await page.getByLabel('Title').fill('Lease')
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  const before = await page.getByRole('button', { name: 'Signature of Luc Favre on page 1' }).boundingBox()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Lease', level: 1 })).toBeVisible()
  const field = page.getByRole('button', { name: 'Signature of Luc Favre on page 1' })
  await expect(field).toBeVisible()
  await expect
    .poll(async () => Math.round((await field.boundingBox())?.x ?? 0))
    .toBe(Math.round(before?.x ?? -1))
  await openSigner(page, 'Luc Favre')
  await expect(page.getByRole('region', { name: '2. People' }).locator('select')).toHaveValue('fr')
})

test('signing out in one tab signs out the others, also one whose session was refused before it heard', async ({
  page,
  product,
  problems,
}) => {
  await signIn(page, await product.person({ firstName: 'Mara' }))
  const second = await page.context().newPage()
  await second.goto('/dashboard')
  await expect(second.getByRole('heading', { name: 'No documents yet' })).toBeVisible()
  const refused = await page.context().newPage()
  problems.expect(/401/)
  await refused.route(/\/v3\//, (route) =>
    route.continue({ headers: { ...route.request().headers(), authorization: 'Bearer ended' } }),
  )
  await refused.goto('/dashboard')
  await expect(refused).toHaveURL(/\/login/)
  await expect(refused.getByText('You’re signed out in every tab.')).toBeHidden()
  await chooseSignOut(page)
  await expect(refused.getByText('You’re signed out in every tab.')).toBeVisible()
  await expect(second).toHaveURL(/\/login/)
  await expect(second.getByText('You’re signed out in every tab.')).toBeVisible()
})

test('a session that ended leads to sign-in and back to where one was', async ({
  page,
  product,
  problems,
}) => {
  const owner = await product.person({ firstName: 'Mara', lastName: 'Lindt' })
  const draft = await aDraft(product, { owner, title: 'Lease' })
  await haveSession(page, owner)
  await page.goto('/dashboard?tab=drafts')
  await expect(page.getByRole('link', { name: /Lease/ })).toBeVisible()
  problems.expect(/401/)
  // The list may be asked for again at any time: it is the draft that is opened with an ended session.
  const ofDraft = (url: URL) => url.pathname.startsWith('/v3/') && url.pathname.includes(draft.id)
  await page.route(ofDraft, (route) =>
    route.continue({ headers: { ...route.request().headers(), authorization: 'Bearer ended' } }),
  )
  await page.getByRole('link', { name: /Lease/ }).click()
  await expect(page).toHaveURL(/\/login/)
  await page.unroute(ofDraft)
  await typeSignIn(page, owner)
  await expect(page).toHaveURL(new RegExp(`/compose/${draft.id}`))
})

test('the next account in a tab sees nothing of the previous one: no list, no page, no signature', async ({
  page,
  product,
}) => {
  const anna = await product.person({ firstName: 'Anna', lastName: 'Keller' })
  const ben = await product.person({ firstName: 'Ben', lastName: 'Ott' })
  await aSignatureRequest(product, { owner: anna, signers: [{ email: anna.email }], title: 'Terms of Anna' })
  await aSignatureRequest(product, { owner: ben, signers: [{ email: ben.email }], title: 'Lease of Ben' })
  await signIn(page, anna)
  await page
    .getByRole('link', { name: /Terms of Anna/ })
    .first()
    .click()
  await chooseSignature(page)
  await page.getByRole('button', { name: 'Sign now' }).click()
  await expect(page.getByRole('heading', { name: 'You have signed' })).toBeVisible()
  await page.getByRole('link', { name: 'My documents' }).click()
  await chooseSignOut(page)
  await typeSignIn(page, ben)
  await expect(page.getByRole('link', { name: /Lease of Ben/ }).first()).toBeVisible()
  await expect(page.getByText('Terms of Anna')).toBeHidden()

  await page
    .getByRole('link', { name: /Lease of Ben/ })
    .first()
    .click()
  await page.getByRole('button', { name: 'Review and sign' }).click()
  await expect(page.getByRole('dialog').getByRole('textbox').first()).toHaveValue('Ben Ott')
})

test('signing out doesn’t wait for a busy service, and forgets what the account had begun', async ({
  page,
  product,
  problems,
}) => {
  problems.expect(/503/)
  await signIn(page, await product.person({ firstName: 'Mara' }))
  await page.evaluate(() => sessionStorage.setItem('countersign.account.plan-order', '{}'))
  await page.route('**/logout', (route) =>
    route.request().method() === 'GET'
      ? route.continue()
      : route.fulfill({ status: 503, headers: { 'retry-after': '30' }, body: '' }),
  )
  await chooseSignOut(page)
  const kept = await page.evaluate(() => Object.keys(sessionStorage))
  expect(kept.filter((name) => /session|account/.test(name))).toEqual([])
})

test('a tab that slept while someone else signed in shows nothing of the previous person', async ({
  page,
  product,
}) => {
  const anna = await product.person({ firstName: 'Anna' })
  const ben = await product.person({ firstName: 'Ben' })
  await aSignatureRequest(product, {
    owner: anna,
    signers: [{ email: 'luc@example.org' }],
    title: 'Terms of Anna',
  })
  await signIn(page, anna)
  await expect(page.getByRole('link', { name: /Terms of Anna/ }).first()).toBeVisible()
  const second = await page.context().newPage()
  await second.goto('/mark.svg')
  const { token, expiresAt } = await beginSession(page, ben)
  // Heard at once when it wakes up.
  await second.evaluate(
    (session) => {
      const channel = new BroadcastChannel('countersign.session')
      channel.postMessage({ kind: 'logout' })
      channel.postMessage({ kind: 'started', session })
    },
    { token, expiresAt },
  )
  await expect(page.getByRole('heading', { name: 'No documents yet' })).toBeVisible()
  await expect(page.getByText('Terms of Anna')).toBeHidden()
})
