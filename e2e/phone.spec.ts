import { aPdf } from '../apps/api/src/testing/pdf.ts'
import { linkIn } from '../apps/api/src/testing/signature-request.ts'
import { checkScreen } from './support/screen.ts'
import { openDashboard } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'

test(
  'a sender on a phone composes and sends by touch, without a drag',
  { tag: '@only-phone' },
  async ({ page, product }) => {
    const owner = await product.person({ firstName: 'Mara', lastName: 'Lindt' })
    const luc = `luc.${Date.now()}@example.org`
    await openDashboard(page, owner)
    await expect(page.getByRole('heading', { name: 'No documents yet' })).toBeVisible()
    await checkScreen(page, 'phone-dashboard-empty')
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Add a PDF' }).tap()
    const buffer = aPdf({ pages: 2 })
    await (await chooser).setFiles({ name: 'Lease.pdf', mimeType: 'application/pdf', buffer })
    await expect(page.getByText('Lease.pdf')).toBeVisible()
    await checkScreen(page, 'phone-compose-documents')
    await page.getByRole('button', { name: 'Next: People' }).tap()
    await page.getByRole('button', { name: 'Add signer' }).tap()
    await page.getByRole('textbox', { name: 'Name' }).fill('Luc Favre')
    await page.getByRole('combobox', { name: 'Email', exact: true }).fill(luc)
    await checkScreen(page, 'phone-compose-people')
    await page.getByRole('button', { name: 'Next: Fields' }).tap()
    await expect(page.getByRole('button', { name: 'Next: Send' })).toBeVisible()
    await page.goBack()
    await expect(page.getByRole('heading', { name: '2. People' })).toBeFocused()
    await expect(page.getByRole('group', { name: 'Luc Favre' })).toBeVisible()
    await page.goForward()
    await page.getByRole('button', { name: 'Place field for Luc Favre' }).tap()
    await expect(page.getByText('Click the page to place the field.')).toBeVisible()
    await page.getByRole('group', { name: 'Page 1 of 2' }).tap({ position: { x: 180, y: 200 } })
    await expect(page.getByRole('button', { name: 'Signature of Luc Favre on page 1' })).toBeVisible()
    await checkScreen(page, 'phone-compose-fields')
    await page.getByRole('button', { name: 'Next: Send' }).tap()
    await checkScreen(page, 'phone-compose-send')
    await page.getByRole('button', { name: 'Review and send' }).tap()
    await expect(page.getByRole('dialog')).toBeVisible()
    await checkScreen(page, 'phone-compose-summary')
    await page.getByRole('button', { name: 'Send to 1 person' }).tap()
    await expect(page.getByRole('heading', { name: /^Sent:/ })).toBeVisible()
    await checkScreen(page, 'phone-sent')
    expect(linkIn(await product.inbox.next(luc))).toContain('/view/')
    await page.getByRole('link', { name: 'View document' }).tap()
    await expect(page.getByRole('group', { name: 'Page 1 of 2' }).locator('img')).toBeVisible()
    await page.getByRole('button', { name: 'Details' }).tap()
    await expect(page.getByRole('heading', { name: 'History' })).toBeVisible()
    await checkScreen(page, 'phone-view-details')
  },
)
