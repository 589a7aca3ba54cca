import { addSignature, getSignatureRequest } from '@countersign/contract/signature-requests.ts'
import type { Page, Route } from '@playwright/test'
import type { Product } from '../apps/api/src/testing/product.ts'
import { aPdf } from '../apps/api/src/testing/pdf.ts'
import { aDraft } from '../apps/api/src/testing/signature-request.ts'
import { openOptions } from './support/compose.ts'
import { holdChanges } from './support/database.ts'
import { haveSession } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'

const salaries = { name: 'salaries.txt', mimeType: 'text/plain', buffer: Buffer.from('secret') }

const review = (page: Page) => page.getByRole('button', { name: 'Review and send' }).click()
const reviewed = (page: Page) => page.getByRole('dialog', { name: 'Ready to send?' })

/** Mara is at a draft that Luc signs. */
async function atADraft(page: Page, product: Product) {
  const mara = await product.person({ firstName: 'Mara', lastName: 'Lindt' })
  const luc = { email: `luc.${Date.now()}@example.org`, firstName: 'Luc', lastName: 'Favre' }
  const { id } = await aDraft(product, { owner: mara, signers: [luc], title: 'Lease' })
  await haveSession(page, mara)
  await page.goto(`/compose/${id}`)
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  const read = () => product.call(getSignatureRequest, { params: { id } }, mara.as)
  return { id, mara, read }
}

/** What is posted to this address arrives; its first answer does not come before `go` is called, or never. */
async function holdAnswer(page: Page, address: RegExp) {
  const arrived = Promise.withResolvers<void>()
  const answered = Promise.withResolvers<'answer' | 'lose'>()
  let count = 0
  await page.route(address, async (route: Route) => {
    if (route.request().method() !== 'POST' || count++ > 0) return route.continue()
    const response = await route.fetch()
    arrived.resolve()
    // Of a call that was stopped nobody takes the answer.
    if ((await answered.promise) === 'lose') await route.abort().catch(() => undefined)
    else await route.fulfill({ response }).catch(() => undefined)
  })
  return { arrived: arrived.promise, go: answered.resolve }
}

test('a draft that changes while it is reviewed is shown again before it is sent', async ({
  page,
  product,
  problems,
}) => {
  const { id, mara, read } = await atADraft(page, product)
  await review(page)
  await expect(reviewed(page).getByText('Luc Favre').first()).toBeVisible()
  const eve = { email_address: `eve.${Date.now()}@example.org`, first_name: 'Eve', last_name: 'Other' }
  await product.call(addSignature, { params: { id }, body: { signer_identity_data: eve } }, mara.as)
  problems.expect(/409/)
  await reviewed(page).getByRole('button', { name: 'Send to 1 person' }).click()
  await expect(reviewed(page).getByText('It was changed while you were reviewing it')).toBeVisible()
  await expect(reviewed(page).getByText('Eve Other').first()).toBeVisible()
  expect((await read()).status_overall).toBe('DRAFT')
  await reviewed(page).getByRole('button', { name: 'Send to 2 people' }).click()
  // Eve has no signature field: that is asked first.
  await expect(
    reviewed(page).getByRole('alert').filter({ hasText: 'choose to sign without them' }),
  ).toBeVisible()
  await reviewed(page).getByRole('button', { name: 'Sign without field' }).click()
  await reviewed(page).getByRole('button', { name: 'Send to 2 people' }).click()
  await expect(page.getByRole('heading', { name: /^Sent:/ })).toBeVisible()
  expect((await read()).status_overall).toBe('OPEN')
})

test('an upload that is stopped after all of it was sent is removed once it has arrived', async ({
  page,
  product,
}) => {
  const { id, read } = await atADraft(page, product)
  await openOptions(page)
  const release = await holdChanges(product, id)
  await page.getByLabel('Choose attachments').setInputFiles(salaries)
  const plan = { name: 'Plan.pdf', mimeType: 'application/pdf', buffer: aPdf({ title: 'Plan' }) }
  await page.getByLabel('Choose files').setInputFiles(plan)
  await expect(page.getByRole('progressbar', { name: 'Checking' })).toHaveCount(2)
  for (const name of ['salaries.txt', 'Plan.pdf'])
    await page.getByRole('button', { name: `Stop uploading ${name}` }).click()
  await expect(page.getByRole('progressbar', { name: 'Stopping' })).toHaveCount(2)
  await release()
  await expect(page.getByRole('progressbar', { name: 'Stopping' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Remove salaries.txt' })).toBeHidden()
  const { attachments, documents } = await read()
  expect([...attachments.map(({ filename }) => filename), ...documents.map(({ name }) => name)]).toEqual([
    'Document 1.pdf',
  ])
})

test('a file that arrived although its upload was stopped is shown', async ({ page, product }) => {
  await atADraft(page, product)
  await openOptions(page)
  const upload = await holdAnswer(page, /\/attachments$/)
  await page.getByLabel('Choose attachments').setInputFiles(salaries)
  await upload.arrived
  await page.getByRole('button', { name: 'Stop uploading salaries.txt' }).click()
  upload.go('answer')
  await expect(page.getByRole('button', { name: 'Remove salaries.txt' })).toBeVisible()
  await review(page)
  await expect(reviewed(page).getByText('salaries.txt')).toBeVisible()
})

test('a document whose answer was lost is added once when the upload is retried', async ({
  page,
  product,
  problems,
}) => {
  problems.expect(/ERR_FAILED|Failed to load/)
  const { read } = await atADraft(page, product)
  const upload = await holdAnswer(page, /\/documents$/)
  upload.go('lose')
  const file = { name: 'Contract.pdf', mimeType: 'application/pdf', buffer: aPdf({ title: 'Contract' }) }
  await page.getByLabel('Choose files').setInputFiles(file)
  const again = page.waitForResponse(
    (response) => response.request().method() === 'POST' && response.url().endsWith('/documents'),
  )
  await page.getByRole('button', { name: 'Try again' }).click()
  await again
  expect((await read()).documents.filter(({ name }) => name === 'Contract.pdf')).toHaveLength(1)
})
