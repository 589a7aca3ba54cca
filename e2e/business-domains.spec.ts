import { setRecord } from '../apps/api/src/testing/domains.ts'
import { aBusiness } from './support/business.ts'
import { checkBothSizes } from './support/screen.ts'
import { haveSession, openDashboard } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'

test('a business proves its domain, a colleague joins by it, and the representative lets the business vouch for them', async ({
  page,
  visit,
  product,
  problems,
}) => {
  const where = 'bern'
  const [company, domain] = [`Lindt ${where} AG`, `lindt-${where}.example`]
  const mara = await product.person({ firstName: 'Mara', lastName: 'Lindt' })
  const carla = await product.person({ firstName: 'Carla', email: `carla@${domain}` })
  await aBusiness(product, { name: company, admin: mara })
  await haveSession(page, mara)
  // What is no domain, and a link that was used: said on the page, and by the browser.
  problems.expect(/400.*\/(domains|valid-confirmation)/)

  await test.step('the domain is claimed, and the page says what to set', async () => {
    await page.goto('/business/profile/aes-for-business')
    await expect(page.getByRole('heading', { name: 'Verify a domain first' })).toBeVisible()
    await page.getByRole('link', { name: 'Go to domains' }).click()
    await expect(page.getByRole('heading', { name: 'No domains yet' })).toBeVisible()
    await checkBothSizes(page, 'domains-empty')
    const field = page.getByLabel('Domain', { exact: true })
    await field.fill('lindt')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Enter a domain such as company.example.')).toBeVisible()
    await expect(field).toHaveValue('lindt')
    await field.fill(`https://${domain}/`)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: domain })).toBeVisible()
    await page.getByRole('button', { name: `Check now: ${domain}` }).click()
    await expect(page.getByText('Record not found yet')).toBeVisible()
    await checkBothSizes(page, 'domains-pending')
  })

  await test.step('with its record it is proved, and people may join by it', async () => {
    const value = await page.getByText('countersign-domain=').innerText()
    await setRecord(product, { name: `_countersign.${domain}`, value })
    await expect(async () => {
      await page.getByRole('button', { name: `Check now: ${domain}` }).click()
      await expect(page.getByText('Verified', { exact: true })).toBeVisible({ timeout: 3000 })
    }).toPass({ timeout: 30_000 })
    await page.getByLabel(`Let people with an @${domain} email join without an invitation`).check()
    await expect(page.getByText('People with such an email can now join.')).toBeVisible()
    await checkBothSizes(page, 'domains-proved')
  })

  await test.step('Carla, whose email is of it, joins where she sees her documents', async () => {
    const hers = await visit()
    await openDashboard(hers, carla)
    await expect(hers.getByText(`Join ${company}?`)).toBeVisible()
    await expect(hers.getByText(/transfer what you create from now on to another member/)).toBeVisible()
    await checkBothSizes(hers, 'join-offer')
    await hers.getByRole('button', { name: `Join ${company}` }).click()
    await expect(hers.getByText(`You’re now a member of ${company}.`)).toBeVisible()
    await expect(hers.getByText(`Join ${company}?`)).toBeHidden()
    await expect(hers.getByRole('main')).toBeFocused()
  })

  const rita = `rita@${domain}`
  await test.step('the representative is asked by a mail', async () => {
    await page.goto('/business/profile/aes-for-business')
    await page.getByLabel('Representative’s name').fill('Rita Lindt')
    await page.getByRole('button', { name: 'Send to the representative' }).click()
    await expect(page.getByText('This field is required.').first()).toBeVisible()
    await page.getByLabel('Representative’s email').fill(rita)
    await page.getByLabel('Entry in the commercial register').fill('CHE-123.456.789, Bern')
    await checkBothSizes(page, 'aes-for-business')
    await page.getByRole('button', { name: 'Send to the representative' }).click()
    await expect(page.getByText('Waiting for the representative')).toBeVisible()
  })

  await test.step('once the link is over, the page says so, and not that it is valid', async () => {
    await page.route('**/v1/businesses/*/aes-for-business', async (route) => {
      const reply = await route.fetch()
      const expiresAt = new Date(Date.now() - 86_400_000).toISOString()
      await route.fulfill({ response: reply, json: { ...(await reply.json()), expiresAt } })
    })
    await page.reload()
    await expect(page.getByText(/expired on .*\. Send a new one below\./)).toBeVisible()
    await expect(page.getByText(/It’s valid until/)).toBeHidden()
    await page.unroute('**/v1/businesses/*/aes-for-business')
  })

  await test.step('and confirms without an account, once', async () => {
    const { links } = await product.inbox.next(rita)
    const link = links.find((one) => one.includes('/aes-for-business/confirm')) ?? ''
    const hers = await visit()
    await hers.goto(link)
    await expect(hers.getByText('CHE-123.456.789, Bern')).toBeVisible()
    expect(hers.url()).not.toContain('token')
    await checkBothSizes(hers, 'aes-confirm')
    await hers.getByRole('button', { name: `Confirm for ${company}` }).click()
    await expect(hers.getByText('Please confirm this first.')).toBeVisible()
    await hers.getByRole('checkbox').check()
    await hers.getByRole('button', { name: `Confirm for ${company}` }).click()
    await expect(hers.getByText(`${company} now vouches for its members.`)).toBeVisible()
    await expect(hers.getByRole('main')).toBeFocused()
    await hers.goto(link)
    await expect(hers.getByText('This link has expired, was already used or has been replaced')).toBeVisible()
    await page.reload()
    await expect(page.getByText('Turned on')).toBeVisible()
  })

  await test.step('switched off it holds no more', async () => {
    await page.getByRole('button', { name: 'Turn off' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Turn off' }).click()
    await expect(page.getByText('Turned off')).toBeVisible()
  })
  expect(problems.unexpected()).toEqual([])
})
