import { readFile } from 'node:fs/promises'
import * as businesses from '@countersign/contract/businesses.ts'
import { createRequestV2 } from '@countersign/contract/integration/signature-requests.ts'
import { anApiUser } from '../apps/api/src/testing/api-user.ts'
import { signDirect } from '@countersign/contract/signing.ts'
import { guestOf } from '../apps/api/src/testing/signature-request.ts'
import { aPdf } from '../apps/api/src/testing/pdf.ts'
import { aBusiness } from './support/business.ts'
import { checkBothSizes } from './support/screen.ts'
import { haveSession } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'

test('a program gets a key that is shown once, reads what it opens, and loses it; all of it is in the log', async ({
  page,
  product,
  problems,
}) => {
  const mara = await product.person({ firstName: 'Mara', lastName: 'Lindt' })
  const company = 'Lindt Treuhand Bern AG'
  await aBusiness(product, { name: company, admin: mara })
  await haveSession(page, mara)

  /** What the dialog shows, as someone would copy it. */
  const shown = async () => {
    const dialog = page.getByRole('dialog', { name: 'API user key' })
    await expect(dialog).toBeVisible()
    const [username = '', key = ''] = await dialog.locator('code').allTextContents()
    return { dialog, username, key }
  }
  const logIn = ({ username, key }: { username: string; key: string }) =>
    fetch(`${product.url}/v2/access/login`, {
      method: 'POST',
      body: new URLSearchParams({ username, 'api-key': key }),
    })

  const first = await test.step('the key is shown once, and not left by chance', async () => {
    await page.goto('/business/developers/api')
    await expect(page.getByRole('heading', { name: 'No API users yet' })).toBeVisible()
    await checkBothSizes(page, 'api-users-empty')
    await page.getByRole('button', { name: 'New API user' }).click()
    await page.getByRole('button', { name: 'Create and show key' }).click()
    await expect(page.getByText('Enter a name.')).toBeVisible()
    await expect(page.getByText('Choose at least one.')).toBeVisible()
    await page.getByLabel('Name').fill('Payroll')
    await page.getByRole('checkbox', { name: 'Read people' }).check()
    await checkBothSizes(page, 'api-user-form')
    await page.getByRole('button', { name: 'Create and show key' }).click()
    const { dialog, ...made } = await shown()
    await checkBothSizes(page, 'api-key')
    await page.keyboard.press('Escape')
    await expect(dialog.getByRole('button', { name: 'Done' })).toBeDisabled()
    await dialog.getByRole('checkbox').check()
    await dialog.getByRole('button', { name: 'Done' }).click()
    await expect(page.getByText(`Key ending in ${made.key.slice(-4)}`)).toBeVisible()
    await expect(page.getByText(made.key)).toBeHidden()
    return made
  })

  await test.step('the program reads who the members are', async () => {
    const answer = await logIn(first)
    expect(answer.status).toBe(200)
    const headers = { authorization: `Bearer ${await answer.text()}` }
    const example = await page.locator('pre').nth(3).textContent()
    const address = /https?:\S+members/.exec(example ?? '')?.[0] ?? ''
    expect(await (await fetch(address.replace('/members', '/admins'), { headers })).json()).toMatchObject({
      admins: [{ email: mara.email }],
    })
    await page.reload()
    await expect(page.getByText('last used')).toBeVisible()
    await checkBothSizes(page, 'api-users')
  })

  await test.step('the log of requests has the call', async () => {
    await page.getByRole('tab', { name: 'Requests' }).click()
    const requests = page.getByRole('table', { name: 'Requests' })
    await expect(requests.getByRole('row').filter({ hasText: '/admins' }).getByText('200')).toBeVisible()
    await checkBothSizes(page, 'api-requests')
    await page.getByRole('checkbox', { name: 'Failed only' }).check()
    await expect(page.getByRole('heading', { name: 'No requests found' })).toBeVisible()
    await page.getByRole('tab', { name: 'API users' }).click()
  })

  await test.step('callbacks are tested, and their secret is shown once', async () => {
    await page.getByRole('tab', { name: 'Callbacks' }).click()
    await expect(page.getByRole('heading', { name: 'No callbacks yet' })).toBeVisible()
    await page.getByLabel('Send a test to').fill('https://10.0.0.1/signed')
    problems.expect(/callback-test/)
    await page.getByRole('button', { name: 'Send test' }).click()
    await expect(page.getByText('It must be public and use https')).toBeVisible()
    await checkBothSizes(page, 'api-callbacks')
    await page.getByRole('button', { name: 'Show secret once' }).click()
    const dialog = page.getByRole('dialog', { name: 'Signing secret' })
    await expect(dialog).toBeVisible()
    const [secret = ''] = await dialog.locator('code').allTextContents()
    expect(secret).toMatch(/^whsec_/)
    await dialog.getByRole('checkbox').check()
    await dialog.getByRole('button', { name: 'Done' }).click()
    await expect(page.getByText(`ending in ${secret.slice(-4)}`)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Replace secret' })).toBeVisible()
    await page.getByRole('tab', { name: 'API users' }).click()
  })

  await test.step('with a new key the one before is worth nothing', async () => {
    await page.getByRole('button', { name: 'New key for “Payroll”' }).click()
    await page.getByLabel('Current key').selectOption({ label: 'Stops working immediately' })
    await page.getByRole('button', { name: 'Create new key' }).click()
    const { dialog, ...next } = await shown()
    expect(next.username).toBe(first.username)
    expect((await logIn(first)).status).toBe(401)
    expect((await logIn(next)).status).toBe(200)
    await dialog.getByRole('checkbox').check()
    await dialog.getByRole('button', { name: 'Done' }).click()
  })

  await test.step('it is called something else, and deleted', async () => {
    await page.getByRole('button', { name: 'Edit “Payroll”' }).click()
    await page.getByLabel('Name').fill('Wages')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.getByRole('button', { name: 'Delete “Wages”' }).click()
    await page.getByRole('button', { name: 'Delete API user' }).click()
    await expect(page.getByRole('heading', { name: 'No API users yet' })).toBeVisible()
  })

  await test.step('the log has each act, and the whole of it as a file', async () => {
    await page.goto('/business/activity?tab=administration')
    await expect(page.getByRole('tab', { name: 'Administration log' })).toBeInViewport({ ratio: 0.9 })
    const log = page.getByRole('table', { name: 'Administration log' })
    for (const act of ['API user created', 'New key for an API user', 'API user changed', 'API user deleted'])
      await expect(log.getByText(act)).toBeVisible()
    const changed = log.getByRole('row').filter({ hasText: 'API user changed' })
    await changed.locator('summary').click()
    await expect(changed.getByText('Payroll')).toBeVisible()
    await checkBothSizes(page, 'administration-log')
    await page.getByLabel('Action').selectOption({ label: 'API user deleted' })
    await expect(log.getByText('API user created')).toBeHidden()
    await page.getByLabel('Action').selectOption({ label: 'Seal added' })
    const none = page.getByRole('status').filter({ hasText: 'No activity in this period' })
    await expect(none).toBeVisible()
    await none.getByRole('button', { name: 'Show all' }).click()
    await expect(log.getByText('API user created')).toBeVisible()
    await expect(page.getByRole('main')).toBeFocused()
    // One page is asked for that there isn't.
    await page.goto('/business/activity?tab=administration&page=9')
    await expect(log.getByText('API user created')).toBeVisible()
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export full log' }).click()
    const lines = (await readFile(await (await downloading).path(), 'utf8')).trimEnd().split('\n')
    expect(lines.length).toBeGreaterThan(5)
    expect(lines.at(-1)).toContain('activity_exported')
  })
  expect(problems.unexpected()).toEqual([])
})

test('a guest whom an API user asks is told the business once, and of no notification', async ({
  page,
  product,
  problems,
}) => {
  const nora = await product.person({ firstName: 'Nora', lastName: 'Frey' })
  const company = 'Frey Immobilien Thun AG'
  const businessId = await aBusiness(product, { name: company, admin: nora })
  const program = await anApiUser(product, { admin: nora, businessId })
  const request = await product.call(
    createRequestV2,
    {
      body: {
        quality: 'SES',
        title: 'Lease',
        content: aPdf().toString('base64'),
        signatures: [
          {
            signer_identity_data: {
              email_address: 'carla.rossi@example.org',
              first_name: 'Carla',
              last_name: 'Rossi',
            },
          },
        ],
      },
    },
    program.as,
  )
  await page.goto(request.signatures[0]?.signing_url ?? '')
  await expect(page.getByText(`${company} has requested your signature`, { exact: true })).toBeVisible()
  const guest = guestOf(request.signatures[0]?.signing_url ?? '')
  const order = { signatureRequests: [{ signatureRequestId: request.id }] }
  await product.call(signDirect, { body: order }, guest.as)
  await page.goto(request.signatures[0]?.signing_url ?? '')
  // An API user has no email at which it could have been notified.
  await expect(page.getByText('Everyone has signed. The signed document is ready.')).toBeVisible()
  expect(problems.unexpected()).toEqual([])
})

test('an admin shares what API users send, and a member finds and opens it', async ({
  page,
  product,
  problems,
}) => {
  const mia = await product.person({ firstName: 'Mia', lastName: 'Graf' })
  const ben = await product.person({ firstName: 'Ben', lastName: 'Frei' })
  const company = 'Graf Vermietung Olten AG'
  const businessId = await aBusiness(product, { name: company, admin: mia, members: [ben] })
  const program = await anApiUser(product, { admin: mia, businessId })
  const body = {
    quality: 'SES' as const,
    title: 'Lease of flat 12',
    content: aPdf().toString('base64'),
    signatures: [{ signer_identity_data: { email_address: 'gina.graf@example.org' } }],
  }
  const { id } = await product.call(createRequestV2, { body }, program.as)

  await test.step('the admin turns it on', async () => {
    await haveSession(page, mia)
    await page.goto('/business/settings')
    const section = page.getByRole('region', { name: 'API users' })
    await section.getByRole('checkbox', { name: 'Members see requests sent by API users' }).check()
    await section.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('“API users” saved.')).toBeVisible()
  })
  await test.step('the member chooses the API user, and opens what it has sent', async () => {
    await haveSession(page, ben)
    await page.goto('/dashboard')
    await page.getByLabel('Sender').selectOption({ label: 'Sent by Rental software' })
    await expect(page.getByRole('link', { name: 'Lease of flat 12' })).toBeVisible()
    await checkBothSizes(page, 'dashboard-api-user')
    await page.getByRole('link', { name: 'Lease of flat 12' }).click()
    await expect(page).toHaveURL(new RegExp(id))
    await expect(page.getByText('Lease of flat 12').first()).toBeVisible()
    await page.goto('/dashboard')
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await expect(page.getByRole('link', { name: 'Lease of flat 12' })).toHaveCount(0)
  })
  await test.step('once the admin has turned it off, the member sees their own documents again', async () => {
    await page.getByLabel('Sender').selectOption({ label: 'Sent by Rental software' })
    await expect(page.getByRole('link', { name: 'Lease of flat 12' })).toBeVisible()
    const settings = { apiUsers: { sharedRequests: { enabled: false } } }
    const params = { id: businessId }
    await product.call(businesses.updateBusinessSettings, { params, body: { settings } }, mia.as)
    await page.reload()
    await expect(page.getByRole('heading', { name: 'No documents yet' })).toBeVisible()
    await expect(page.getByLabel('Sender')).toHaveCount(0)
  })
  expect(problems.unexpected()).toEqual([])
})
