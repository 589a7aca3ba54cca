import { aTemplate } from '../apps/api/src/testing/template.ts'
import { asOwner } from './support/database.ts'
import { withFewEmails } from './support/products.ts'
import { checkScreen } from './support/screen.ts'
import { haveSession } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'

test.use(withFewEmails)

test('rows to one mailbox beyond its limit wait: told before sending, on the page, and sent later', async ({
  page,
  product,
}) => {
  const owner = await product.person({ firstName: 'Mara', lastName: 'Lindt' })
  const template = await aTemplate(product, { owner, roles: ['Tenant'], name: 'Flat' })
  const desk = 'desk@example.org'
  const emails = [desk, desk, desk, desk, desk, 'tom@example.org', 'tina@example.org']
  await haveSession(page, owner)
  await page.goto(`/templates/${template.id}/send`)

  await test.step('the review names the mailbox and its limit', async () => {
    const text = ['Email,Flat', ...emails.map((email, index) => `${email},${index}`)].join('\n')
    const file = { name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(text) }
    await page.getByLabel('Choose a CSV file').setInputFiles(file)
    await page.getByRole('button', { name: 'Next' }).click()
    await page.getByRole('button', { name: 'Next' }).click()
    await expect(page.getByText('Some rows will be sent later')).toBeVisible()
    await expect(page.getByText('desk@example.org: 5 emails, 2 per hour')).toBeVisible()
    await checkScreen(page, 'bulk-send-limited')
    await page.getByRole('button', { name: 'Send 7 requests' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Send 7 requests' }).click()
  })

  await test.step('the other rows are sent, and those that wait say why and until when', async () => {
    await page.waitForURL(/\/bulk-sends\//)
    await expect(page.getByText('4 requests sent')).toBeVisible({ timeout: 20_000 })
    await expect(page.getByText('3 rows are waiting for a limit on emails')).toBeVisible()
    await expect(page.getByText('Being sent')).toHaveCount(0)
    await page.getByLabel('Show', { exact: true }).selectOption('Waiting')
    const rows = page.getByText(/^Hourly limit on emails to desk@example\.org\. Waiting until \d/)
    await expect(rows).toHaveCount(3)
    await checkScreen(page, 'bulk-send-waiting')
  })

  await test.step('an hour later the next two are sent', async () => {
    const hour = "interval '1 hour'"
    await asOwner(product, `UPDATE throttles SET window_started_at = window_started_at - ${hour}`)
    await asOwner(product, `UPDATE bulk_send_rows SET waits_until = waits_until - ${hour}`)
    await asOwner(product, `UPDATE graphile_worker._private_jobs SET run_at = run_at - ${hour}`)
    await expect(page.getByText('6 requests sent')).toBeVisible({ timeout: 30_000 })
    await expect(page.getByText('1 row is waiting for a limit on emails')).toBeVisible()
  })
})
