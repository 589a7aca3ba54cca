import { requestReset } from '@countersign/contract/passwords.ts'
import * as requests from '@countersign/contract/signature-requests.ts'
import { listTemplates } from '@countersign/contract/templates.ts'
import type { Page } from '@playwright/test'
import type { Person } from '../apps/api/src/testing/caller.ts'
import type { Product } from '../apps/api/src/testing/product.ts'
import { aDraft, aSignatureRequest } from '../apps/api/src/testing/signature-request.ts'
import { inboxTab, mailedLink, typePassword } from './support/account.ts'
import { aBusiness } from './support/business.ts'
import { asOwner } from './support/database.ts'
import type { Problems } from './support/problems.ts'
import { haveSession } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'

// The service has done what a button asked for, and its answer never comes. The same button is pressed again.

const mailOf = (name: string) => `${name}.${Math.random().toString(36).slice(2)}@example.org`

/** The next call like this arrives and is carried out; then the network is gone. */
async function loseAnswer(page: Page, problems: Problems, method: string, path: RegExp): Promise<void> {
  problems.expect(/ERR_CONNECTION_RESET/)
  let isLost = false
  await page.route(path, async (route) => {
    if (isLost || route.request().method() !== method) return route.fallback()
    isLost = true
    const answer = await route.fetch()
    expect(answer.ok()).toBe(true)
    await route.abort('connectionreset')
  })
}

/** Presses, is told that nothing was heard, and presses again. */
async function pressTwice(page: Page, name: string): Promise<void> {
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name }).click()
  await expect(dialog.getByText(/connection/i)).toBeVisible()
  await dialog.getByRole('button', { name }).click()
}

async function aRequestOfMara(page: Page, product: Product) {
  const owner = await product.person({ firstName: 'Mara', lastName: 'Lindt' })
  const luc = mailOf('luc')
  const signers = [{ email: luc, firstName: 'Luc', lastName: 'Favre' }]
  const request = await aSignatureRequest(product, { owner, title: 'Rental contrct', signers })
  await haveSession(page, owner)
  await page.goto(`/view/${request.id}`)
  const choose = async (item: string) => {
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: item }).click()
  }
  const read = () => product.call(requests.getSignatureRequest, { params: { id: request.id } }, owner.as)
  return { owner, luc, request, choose, read }
}

async function mailsTo(product: Product, recipient: string): Promise<number | null> {
  const { rowCount } = await asOwner(product, 'SELECT FROM mails WHERE recipient = $1', [recipient])
  return rowCount
}

test('a signer whose addition got no answer is added and asked once', async ({ page, product, problems }) => {
  const { choose, read } = await aRequestOfMara(page, product)
  const kim = mailOf('kim')
  await choose('Add a signer …')
  await page.getByRole('dialog').getByLabel('Email', { exact: true }).fill(kim)
  await loseAnswer(page, problems, 'POST', /\/signatures$/)
  await pressTwice(page, 'Add and notify')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page.getByText(`${kim} as a signer`)).toBeVisible()
  expect((await read()).signatures).toHaveLength(2)
  expect(await mailsTo(product, kim)).toBe(1)
})

test('a correction that got no answer is not refused as someone else’s', async ({
  page,
  product,
  problems,
}) => {
  const { luc, request, choose, read } = await aRequestOfMara(page, product)
  const before = (await mailsTo(product, luc)) ?? 0
  await choose('Correct …')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Title').fill('Rental contract')
  await loseAnswer(page, problems, 'PUT', new RegExp(`/signature-requests/${request.id}$`))
  await pressTwice(page, 'Save changes')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Rental contract' })).toBeVisible()
  expect((await read()).title).toBe('Rental contract')
  expect(await mailsTo(product, luc)).toBe(before + 1)
})

test('a request is duplicated once, a template saved once, and a reminder reported as sent', async ({
  page,
  product,
  problems,
}) => {
  const { owner, choose } = await aRequestOfMara(page, product)

  await choose('Remind …')
  await loseAnswer(page, problems, 'POST', /\/remind$/)
  await pressTwice(page, 'Remind 1 person')
  await expect(page.getByText('1 reminder sent.')).toBeVisible()

  await choose('Save as template …')
  await loseAnswer(page, problems, 'POST', /\/v3\/templates$/)
  await pressTwice(page, 'Save template')
  await expect(page.getByText('Template saved.')).toBeVisible()
  expect((await product.call(listTemplates, {}, owner.as)).items).toHaveLength(1)

  await choose('Duplicate …')
  await page.getByRole('checkbox', { name: 'Withdraw this request' }).uncheck()
  await loseAnswer(page, problems, 'POST', /\/copy$/)
  await pressTwice(page, 'Create draft')
  await expect(page).toHaveURL(/\/compose\//)
  expect(await listed(product, owner)).toHaveLength(2)
})

async function listed(product: Product, owner: Person) {
  return (await product.call(requests.listSignatureRequests, { query: {} }, owner.as)).items
}

test('a key whose answer was lost is shown, and belongs to the one API user that was made', async ({
  page,
  product,
  problems,
}) => {
  const mara = await product.person({ firstName: 'Mara', lastName: 'Lindt' })
  const id = await aBusiness(product, { name: 'Lindt Treuhand Bern AG', admin: mara })
  await haveSession(page, mara)
  await page.goto('/business/developers/api')
  await page.getByRole('button', { name: 'New API user' }).click()
  await page.getByLabel('Name').fill('Payroll')
  await page.getByRole('checkbox', { name: 'Read people' }).check()
  await loseAnswer(page, problems, 'POST', /\/apis$/)
  await pressTwice(page, 'Create and show key')
  const dialog = page.getByRole('dialog', { name: 'API user key' })
  await expect(dialog).toBeVisible()
  const [username = '', key = ''] = await dialog.locator('code').allTextContents()
  const body = new URLSearchParams({ username, 'api-key': key })
  expect((await fetch(`${product.url}/v2/access/login`, { method: 'POST', body })).status).toBe(200)
  await dialog.getByRole('checkbox').check()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByText(`Key ending in ${key.slice(-4)}`)).toHaveCount(1)
  const { rows } = await asOwner(product, 'SELECT FROM api_users WHERE business_id = $1', [id])
  expect(rows).toHaveLength(1)
})

test('a document that was removed without an answer is removed without an error', async ({
  page,
  product,
  problems,
}) => {
  const owner = await product.person({ firstName: 'Mara', lastName: 'Lindt' })
  const draft = await aDraft(product, { owner, signers: [] })
  await haveSession(page, owner)
  await page.goto(`/compose/${draft.id}`)
  const remove = page.getByRole('button', { name: /^Remove Document/ })
  await loseAnswer(page, problems, 'DELETE', /\/documents\//)
  await remove.click()
  await expect(page.getByText(/connection/i)).toBeVisible()
  await remove.click()
  await expect(page.getByText(/was removed/)).toBeVisible()
  await expect(remove).toHaveCount(0)
})

test('a draft whose save got no answer is saved with what was typed since', async ({
  page,
  product,
  problems,
}) => {
  const owner = await product.person({ firstName: 'Mara', lastName: 'Lindt' })
  const draft = await aDraft(product, {
    owner,
    signers: [{ email: mailOf('luc'), firstName: 'Luc', lastName: 'Favre' }],
  })
  await haveSession(page, owner)
  await page.goto(`/compose/${draft.id}`)
  const title = page.getByLabel('Title', { exact: true })
  await loseAnswer(page, problems, 'PUT', new RegExp(`/signature-requests/${draft.id}$`))
  // The save that follows meets the one before.
  problems.expect(/409/)
  await title.fill('Rental')
  await expect(page.getByText(/connection/i).first()).toBeVisible()
  await title.fill('Rental contract')
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await expect(page.getByText(/changed elsewhere|Which version/i)).toHaveCount(0)
  const read = () => product.call(requests.getSignatureRequest, { params: { id: draft.id } }, owner.as)
  await expect.poll(async () => (await read()).title).toBe('Rental contract')
})

test('a person whose new password was set without an answer is told that it may be set, and signs in with it', async ({
  page,
  product,
  problems,
}) => {
  const password = 'seven-paper-lanterns-afloat'
  const person = await product.person({ firstName: 'Nora' })
  await product.call(requestReset, { body: { email: person.email } })
  await page.goto(await mailedLink(product, person.email, /Set a new password/))
  await loseAnswer(page, problems, 'POST', /reset-password/)
  problems.expect(/400/)
  const submit = page.getByRole('button', { name: 'Set new password' })
  await page.getByLabel('New password', { exact: true }).fill(password)
  await submit.click()
  await expect(page.getByText(/connection/i)).toBeVisible()
  await submit.click()
  await expect(page.getByText('Your new password may already be set.')).toBeVisible()
  await page.getByRole('link', { name: 'Sign in' }).click()
  await typePassword(page, password)
  await expect(inboxTab(page)).toBeVisible()
})
