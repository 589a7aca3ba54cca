import { readFile } from 'node:fs/promises'
import { listBulkSends } from '@countersign/contract/bulk-sends.ts'
import { aTemplate } from '../apps/api/src/testing/template.ts'
import { aSignatureRequest } from '../apps/api/src/testing/signature-request.ts'
import { checkScreen } from './support/screen.ts'
import { haveSession, openDashboard } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'

const mailOf = (name: string) => `${name}.${Math.random().toString(36).slice(2)}@example.org`

test('a sent request is saved as a template, and a new one begun from it', async ({ page, product }) => {
  const owner = await product.person({ firstName: 'Mara', lastName: 'Lindt' })
  const signers = [{ email: mailOf('luc'), firstName: 'Luc', lastName: 'Favre' }]
  const request = await aSignatureRequest(product, { owner, title: 'Rental contract', signers })
  await haveSession(page, owner)
  await page.goto('/templates')
  await expect(page.getByRole('heading', { name: 'No templates yet' })).toBeVisible()

  await test.step('saved from the menu of the request', async () => {
    await page.goto(`/view/${request.id}`)
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Save as template' }).click()
    const dialog = page.getByRole('dialog', { name: 'Save as template' })
    await expect(dialog.getByLabel('Template name')).toHaveValue('Rental contract')
    await dialog.getByLabel('Template name').fill('Flat')
    await dialog.getByLabel('Luc Favre signs as').fill('Tenant')
    await checkScreen(page, 'save-template')
    await dialog.getByRole('button', { name: 'Save template' }).click()
    await page.getByRole('link', { name: 'Open template' }).click()
  })

  await test.step('the template is changed on its page', async () => {
    await expect(page.getByLabel('Signer 1 signs as')).toHaveValue('Tenant')
    await expect(page.getByText('1 field')).toBeVisible()
    await checkScreen(page, 'template')
    await page.getByLabel('Days until it expires').fill('0')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expect(page.getByText('Enter a whole number from 1 to 3650.')).toBeVisible()
    await page.getByRole('link', { name: 'Back', exact: true }).click()
    const leaving = page.getByRole('dialog', { name: 'Leave without saving?' })
    await leaving.getByRole('button', { name: 'Stay on page' }).click()
    await page.getByLabel('Days until it expires').fill('30')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expect(page.getByRole('button', { name: 'Save changes' })).toBeDisabled()
  })

  await test.step('the template is used, and the role waits for its person', async () => {
    await page.getByRole('button', { name: 'New request from template' }).click()
    await page.waitForURL(/\/compose\//)
    const tenant = page.getByRole('group', { name: 'Tenant' })
    await expect(tenant).toBeVisible()
    await tenant.getByLabel('Email', { exact: true }).fill(mailOf('tina'))
    await expect(page.getByText('Saved').first()).toBeVisible()
    await page.reload()
    await expect(page.getByText('Tenant').first()).toBeVisible()
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Save as template' }).click()
    const dialog = page.getByRole('dialog', { name: 'Save as template' })
    await dialog.getByLabel('Template name').fill('Flat, once more')
    await dialog.getByRole('button', { name: 'Save template' }).click()
    await expect(page.getByText('Template saved.')).toBeVisible()
  })

  await test.step('the template is found from the dashboard, renamed and deleted', async () => {
    await page.goto('/dashboard')
    await page.getByRole('button', { name: 'More options' }).click()
    await page.getByRole('menuitem', { name: 'From a template' }).click()
    await page.getByLabel('Search name, document or role').fill('once more')
    await expect(page.getByRole('listitem')).toHaveCount(1)
    await page.getByLabel('Search name, document or role').fill('tenant')
    await expect(page.getByRole('listitem')).toHaveCount(2)
    await checkScreen(page, 'templates')
    await page.getByRole('button', { name: 'More actions for Flat, once more' }).click()
    await page.getByRole('menuitem', { name: 'Rename' }).click()
    await page.getByRole('dialog').getByLabel('Template name').fill('House')
    await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click()
    await page.getByRole('button', { name: 'More actions for House' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    const dialog = page.getByRole('dialog', { name: 'Delete template “House”?' })
    await checkScreen(page, 'delete-template')
    await dialog.getByRole('button', { name: 'Delete template' }).click()
    await expect(page.getByRole('listitem')).toHaveCount(1)
  })
})

test('a table of people is sent: looked over, stopped by nobody, and reported row by row', async ({
  page,
  product,
  problems,
}) => {
  const owner = await product.person({ firstName: 'Mara', lastName: 'Lindt' })
  const template = await aTemplate(product, { owner, roles: ['Tenant'], name: 'Flat' })
  const [tom, tina] = [mailOf('tom'), mailOf('tina')]
  await haveSession(page, owner)
  await page.goto(`/templates/${template.id}/send`)

  await test.step('a table that is none is refused with what to do', async () => {
    await page.getByRole('button', { name: 'Next' }).click()
    await expect(page.getByText('Choose a file or paste a table.')).toBeVisible()
    const file = { name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from('Email;Flat\n"x;1') }
    await page.getByLabel('Choose a CSV file').setInputFiles(file)
    problems.expect(/400/)
    await page.getByRole('button', { name: 'Next' }).click()
    await expect(page.getByText('The table has an unclosed quote')).toBeVisible()
    await checkScreen(page, 'bulk-send-table')
  })

  await test.step('its columns are recognised, and one that is not there is named', async () => {
    const text = `E-Mail;Vorname;Wohnung\n${tom};Tom;4b\n${tina};Tina;7\nnobody;Nora;9\n`
    const file = { name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(text, 'utf16le') }
    await page.getByLabel('Choose a CSV file').setInputFiles(file)
    await page.getByRole('button', { name: 'Next' }).click()
    const tenant = page.getByRole('group', { name: 'Tenant' })
    await expect(tenant.getByLabel('Email')).toHaveValue('0')
    await expect(tenant.getByLabel('First name')).toHaveValue('1')
    await page.getByLabel('Title of each signature request').fill('Flat {{Flat}}')
    await page.getByRole('button', { name: 'Next' }).click()
    await expect(page.getByText('The table has no column “Flat”.')).toBeVisible()
    await expect(page.getByLabel('Title of each signature request')).toBeFocused()
    await page.getByLabel('Title of each signature request').fill('Flat {{Wohnung}}')
    await checkScreen(page, 'bulk-send-columns')
    await page.getByRole('button', { name: 'Next' }).click()
  })

  await test.step('leaving asks first', async () => {
    await page.getByRole('link', { name: 'Back', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Leave without sending?' })
    await dialog.getByRole('button', { name: 'Stay on page' }).click()
  })

  await test.step('wrong rows are named, what was chosen stays on the way back', async () => {
    await expect(page.getByText('2 rows become signature requests.')).toBeVisible()
    await expect(page.getByText('This isn’t an email address (column “E-Mail”)')).toBeVisible()
    await expect(page.getByText('Flat 4b')).toBeVisible()
    await checkScreen(page, 'bulk-send-check')
    await page.getByRole('button', { name: 'Back', exact: true }).click()
    await expect(page.getByLabel('Title of each signature request')).toHaveValue('Flat {{Wohnung}}')
    await page.getByRole('button', { name: 'Next' }).click()
    await page.getByRole('button', { name: 'Send 2 requests' }).click()
    const dialog = page.getByRole('dialog', { name: 'Send 2 signature requests?' })
    await dialog.getByRole('button', { name: 'Send 2 requests' }).click()
  })

  await test.step('the report says what became of each row', async () => {
    await page.waitForURL(/\/bulk-sends\//)
    await expect(page.getByText('2 requests sent')).toBeVisible({ timeout: 20_000 })
    await expect(page.getByText('1 row not sent')).toBeVisible()
    await checkScreen(page, 'bulk-send-report')
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Report as CSV' }).click(),
    ])
    expect(await readFile(await file.path(), 'utf8')).toContain(tom)
    await page.getByLabel('Show').selectOption('REFUSED')
    await expect(page.getByRole('listitem')).toHaveCount(1)
    await page.getByLabel('Show').selectOption('')
    await page.getByRole('link', { name: 'Flat 4b' }).click()
    await expect(page.getByText('Tom').first()).toBeVisible()
    expect((await product.inbox.next(tina)).subject).toContain('Flat 7')
    await page.goto('/bulk-sends')
    await expect(page.getByText('2 of 3 rows sent')).toBeVisible()
    await checkScreen(page, 'bulk-sends')
  })
})

test('on a phone a table is pasted and sent', { tag: '@only-phone' }, async ({ page, product }) => {
  const owner = await product.person({ firstName: 'Mara', lastName: 'Lindt' })
  await aTemplate(product, { owner, roles: ['Tenant'], name: 'Flat' })
  await openDashboard(page, owner)
  await page.getByRole('button', { name: 'Account' }).tap()
  await page.getByRole('menuitem', { name: 'Templates' }).tap()
  await expect(page.getByRole('listitem')).toHaveCount(1)
  await checkScreen(page, 'templates-phone')
  await page.getByRole('link', { name: 'Bulk send', exact: true }).tap()
  await page
    .getByLabel('paste the cells from your spreadsheet here')
    .fill(`Email\tName\n${mailOf('tom')}\tTom Keller`)
  await page.getByRole('button', { name: 'Next' }).tap()
  await checkScreen(page, 'bulk-send-columns-phone')
  await page.getByRole('button', { name: 'Next' }).tap()
  await expect(page.getByText('1 row becomes a signature request.')).toBeVisible()
  await checkScreen(page, 'bulk-send-check-phone')
  await page.getByRole('button', { name: 'Send 1 request' }).tap()
  await page.getByRole('dialog').getByRole('button', { name: 'Send 1 request' }).tap()
  await expect(page.getByText('1 request sent')).toBeVisible({ timeout: 20_000 })
  await checkScreen(page, 'bulk-send-report-phone')
})

test('a list whose answer was lost is sent once, also after going back', async ({
  page,
  product,
  problems,
}) => {
  problems.expect(/ERR_FAILED|Failed to load/)
  const owner = await product.person({ firstName: 'Mara', lastName: 'Lindt' })
  const template = await aTemplate(product, { owner, roles: ['Tenant'], name: 'Flat' })
  await haveSession(page, owner)
  await page.goto(`/templates/${template.id}/send`)
  const file = { name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(`Email\n${mailOf('tom')}\n`) }
  await page.getByLabel('Choose a CSV file').setInputFiles(file)
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByRole('button', { name: 'Next' }).click()
  let isLost = false
  await page.route(/\/bulk-sends$/, async (route) => {
    if (isLost || route.request().method() !== 'POST') return route.continue()
    isLost = true
    await route.fetch()
    await route.abort()
  })
  const dialog = page.getByRole('dialog')
  const send = async () => {
    await page.getByRole('button', { name: 'Send 1 request' }).click()
    await dialog.getByRole('button', { name: 'Send 1 request' }).click()
  }
  await send()
  await expect(dialog.getByRole('alert')).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Back', exact: true }).click()
  await page.getByRole('button', { name: 'Next' }).click()
  await send()
  await page.waitForURL(/\/bulk-sends\//)
  const sent = await product.call(listBulkSends, { query: {} }, owner.as)
  expect(sent.items).toHaveLength(1)
})

test('a list is reviewed as it is sent: what is chosen while one is being read takes its place', async ({
  page,
  product,
}) => {
  const owner = await product.person({ firstName: 'Mara', lastName: 'Lindt' })
  const template = await aTemplate(product, { owner, roles: ['Tenant'], name: 'Flat' })
  const [tom, tina] = [mailOf('tom'), mailOf('tina')]
  await haveSession(page, owner)
  await page.goto(`/templates/${template.id}/send`)
  const table = page.getByLabel('paste the cells from your spreadsheet here')
  const next = page.getByRole('button', { name: 'Next' })
  await table.fill(`Email\n${tom}`)
  await next.click()
  await expect(page.getByRole('group', { name: 'Tenant' })).toBeVisible()
  const checking = /\/bulk-sends\/check$/
  let answer = () => {}
  const held = new Promise<void>((resolve) => (answer = resolve))
  await page.route(checking, async (route) => {
    await held
    await route.fallback()
  })
  const [asked] = await Promise.all([page.waitForRequest(checking), next.click()])
  await page.getByRole('button', { name: 'Back', exact: true }).click()
  await table.fill(`Email\n${tina}`)
  answer()
  await (await asked.response())?.finished()
  await page.unroute(checking)
  await next.click()
  await expect(page.getByRole('group', { name: 'Tenant' })).toBeVisible()
  await next.click()
  await expect(page.getByText('1 row becomes a signature request.')).toBeVisible()
  await expect(page.getByText(tina)).toBeVisible()
  await expect(page.getByText(tom)).toBeHidden()
})
