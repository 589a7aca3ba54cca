import { readFile } from 'node:fs/promises'
import { identificationCalls } from '@countersign/contract/identifications.ts'
import { sign } from '@countersign/contract/signing.ts'
import type { Person } from '../apps/api/src/testing/caller.ts'
import type { Product } from '../apps/api/src/testing/product.ts'
import { aSignatureRequest } from '../apps/api/src/testing/signature-request.ts'
import { aBusiness } from './support/business.ts'
import { phone } from './support/devices.ts'
import { checkOverflow } from './support/overflow.ts'
import { checkScreen } from './support/screen.ts'
import { haveSession } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'

async function signed(product: Product, owner: Person, signer: Person, title: string): Promise<void> {
  const request = await aSignatureRequest(product, { owner, title, signers: [{ email: signer.email }] })
  const body = { signatureRequests: [{ signatureRequestId: request.id }] }
  const { signatures } = await product.call(sign, { body }, signer.as)
  expect(signatures.map(({ status }) => status)).toEqual(['SIGNED'])
}

test(
  'an admin sees what happened in the business, narrows it, takes it out as a file and sees it in figures',
  { tag: '@phone' },
  async ({ page, product, isMobile, problems }) => {
    const mara = await product.person({ firstName: 'Mara', lastName: 'Lindt' })
    const ben = await product.person({ firstName: 'Ben', lastName: 'Ott' })
    const zoe = await product.person({ firstName: 'Zoe', lastName: 'Kern' })
    const company = `Lindt Werke ${isMobile ? 'Thun' : 'Bern'} AG`
    await aBusiness(product, { name: company, admin: mara, members: [ben] })
    await haveSession(page, mara)
    const rows = page
      .getByRole('table')
      .getByRole('row')
      .filter({ has: page.getByRole('cell') })
    const filters = async () => {
      if (isMobile)
        await page
          .getByRole('button', { name: /filter/i })
          .first()
          .click()
    }

    await test.step('before anything was sent', async () => {
      await page.goto('/business/dashboard')
      await expect(page.getByRole('heading', { name: 'No data for this period' })).toBeVisible()
      await page.goto('/business/activity?tab=signatures')
      await expect(page.getByRole('heading', { name: 'No signatures yet' })).toBeVisible()
      await checkScreen(page, 'activity-none')
    })

    await signed(product, ben, zoe, 'Lease of the boat shed')
    await signed(product, mara, ben, 'Offer for the roof')
    await signed(product, ben, mara, 'Order of slates')
    const open = { owner: ben, title: 'Still open', signers: [{ email: zoe.email }] }
    await aSignatureRequest(product, open)

    await test.step('who came', async () => {
      await page.getByRole('tab', { name: 'Accounts' }).click()
      await expect(rows.filter({ hasText: 'Ben Ott' })).toContainText('Joined')
      await checkScreen(page, 'activity-accounts')
    })

    await test.step('what was signed, narrowed and sorted, and the address keeps it', async () => {
      await page.getByRole('tab', { name: 'Signatures' }).click()
      await expect(rows).toHaveCount(3)
      await expect(rows.first()).toContainText('Order of slates')
      await expect(rows.first()).toContainText('Simple (SES)')
      await checkScreen(page, 'activity-signatures')
      await filters()
      await page.getByLabel('Requests by').selectOption({ label: 'Ben Ott' })
      await expect(rows).toHaveCount(2)
      if (isMobile) await page.getByLabel('Sort').selectOption({ label: 'Oldest first' })
      else await page.getByRole('button', { name: 'When' }).click()
      await expect(rows.first()).toContainText('Lease of the boat shed')
      await page.getByLabel('Search document or person').fill('slates')
      await expect(rows).toHaveCount(1)
      await page.reload()
      await expect(rows).toHaveCount(1)
      await expect(page.getByLabel('Search document or person')).toHaveValue('slates')
      await filters()
      await page.getByLabel('Signature level', { exact: true }).selectOption({ label: 'Qualified (QES)' })
      await expect(page.getByRole('heading', { name: 'No results for these filters' })).toBeVisible()
      await page.getByRole('button', { name: 'Clear filters' }).first().click()
      await expect(rows).toHaveCount(3)
      await expect(page.getByLabel('Search document or person')).toHaveValue('')
    })

    await test.step('as a file', async () => {
      await page.getByRole('button', { name: 'Export as CSV' }).click()
      const dialog = page.getByRole('dialog', { name: 'Export signatures' })
      await dialog.getByLabel('Period').selectOption({ label: 'This year' })
      await checkScreen(page, 'activity-export')
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        dialog.getByRole('button', { name: 'Export as CSV' }).click(),
      ])
      expect(file.suggestedFilename()).toMatch(/\.csv$/)
      const lines = (await readFile(await file.path(), 'utf8')).trim().split('\r\n')
      expect(lines).toHaveLength(4)
      expect(lines.join()).toContain('Lease of the boat shed')
      await expect(page.getByText(`${file.suggestedFilename()} saved.`)).toBeVisible()
    })

    await test.step('who was identified: nobody yet', async () => {
      await page.getByRole('tab', { name: 'Identity checks' }).click()
      await expect(page.getByRole('heading', { name: 'No identity checks yet' })).toBeVisible()
    })

    await test.step('a free identity check isn’t shown as paid by the business', async () => {
      await product.call(identificationCalls.user.idAustria.create, { body: {} }, ben.as)
      await page.reload()
      await expect(rows).toHaveCount(1)
      await expect(rows).toContainText('Ben Ott')
      await expect(rows.getByRole('cell').last()).toHaveText(/No$/)
    })

    await test.step('whose requests are shown can be chosen once the people are fetched again', async () => {
      problems.expect(/ERR_CONNECTION_RESET/)
      const people = /\/businesses\/[^/]+\/members$/
      await page.route(people, (route) => route.abort('connectionreset'))
      await page.goto('/business/activity?tab=signatures')
      if (isMobile) await page.getByRole('button', { name: 'Filter and sort' }).click()
      const again = page.getByRole('button', { name: 'Try again' })
      await expect(again).toBeVisible()
      await page.unroute(people)
      await again.click()
      const sender = page.getByRole('combobox', { name: 'Requests by' })
      await expect(sender.getByRole('option', { name: 'Ben Ott' })).toBeAttached()
      await expect(again).toBeHidden()
    })

    await test.step('on a phone, and in German, a time stays within its panel', async () => {
      const figures = /\/statistics/
      await page.route(figures, async (route) => {
        const response = await route.fetch()
        const time = { completed: 3, median_seconds: 48, p90_seconds: 59 }
        await route.fulfill({ response, json: { ...(await response.json()), time_to_complete: time } })
      })
      const own = page.viewportSize() ?? phone.viewport
      await page.setViewportSize(phone.viewport)
      await page.goto('/business/dashboard?lang=de')
      await expect(page.getByRole('row', { name: '90. Perzentil' })).toContainText('59 Sekunden')
      await checkOverflow(page, 'statistics on a phone')
      await page.setViewportSize(own)
      await page.unroute(figures)
    })

    await test.step('in figures, each with its numbers and the way to its list', async () => {
      await page.goto('/business/dashboard')
      const table = page.getByRole('region', { name: 'Signatures over time, as a table' })
      await expect(table.getByRole('row').last()).toContainText('3')
      await page.getByRole('button', { name: 'Show as a table' }).click()
      await expect(table.getByRole('row')).toHaveCount(31)
      await checkScreen(page, 'statistics-table')
      await page.getByRole('button', { name: 'Hide table' }).click()
      const requests = page.getByRole('table', { name: 'Signature requests' })
      await expect(requests.getByRole('row', { name: 'Completed in this period' })).toContainText('3')
      await expect(requests.getByRole('row', { name: 'Open now' })).toContainText('1')
      await checkScreen(page, 'statistics')
      await page.getByLabel('Period').selectOption({ label: 'Last 365 days' })
      await expect(table.getByRole('columnheader', { name: 'Week from' })).toBeAttached()
      await expect(page).toHaveURL(/period=last-365/)
      await page.getByRole('table', { name: 'By member' }).getByRole('link', { name: 'Ben Ott' }).click()
      await expect(rows).toHaveCount(2)
      await expect(page.getByRole('tab', { name: 'Signatures' })).toHaveAttribute('aria-selected', 'true')
    })
  },
)
