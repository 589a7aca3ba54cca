import { aPdf } from '../apps/api/src/testing/pdf.ts'
import { aSignatureRequest, linkIn } from '../apps/api/src/testing/signature-request.ts'
import { aBusiness } from './support/business.ts'
import { checkBothSizes } from './support/screen.ts'
import { openDashboard } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'

// What a page says beside what it shows: on its tab, on paper, and who stands behind it.

test('the tab’s icon has the number to sign, and the page prints without what can only be pressed', async ({
  page,
  product,
}) => {
  const ben = await product.person({ firstName: 'Ben', lastName: 'Ott' })
  const mara = await product.person({ firstName: 'Mara', lastName: 'Lindt' })
  const signers = [{ email: mara.email, firstName: 'Mara', lastName: 'Lindt' }]
  const request = await aSignatureRequest(product, { owner: ben, signers })
  await openDashboard(page, mara)
  await expect(page.locator('link[rel=icon]')).toHaveAttribute(
    'href',
    /^data:image\/svg\+xml,.*%3E1%3C%2Ftext/,
  )
  await page.goto(`/view/${request.id}`)
  await expect(page.locator('link[rel=icon]')).toHaveAttribute('href', '/mark.svg')
  await expect(page.getByRole('heading', { name: 'History' })).toBeVisible()
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await expect(page.getByText('This page doesn’t print the documents.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'History' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Document' })).toBeHidden()
  await expect(page.getByRole('button')).toHaveCount(0)
  const [ground, height] = await page.evaluate(() => [
    getComputedStyle(document.body).backgroundColor,
    document.querySelector('aside')!.scrollHeight - document.querySelector('aside')!.clientHeight,
  ])
  expect(ground).toBe('rgb(255, 255, 255)')
  expect(height).toBe(0)
})

test('a document that is printed before it is signed shows its words', async ({ page, product }) => {
  const mara = await product.person({ firstName: 'Mara', lastName: 'Lindt' })
  const email = `ida.${Date.now()}@example.org`
  await aSignatureRequest(product, {
    owner: mara,
    documents: [aPdf({ pages: 12 })],
    signers: [{ email, firstName: 'Ida', lastName: 'Ott' }],
  })
  await page.goto(linkIn(await product.inbox.next(email)))
  const first = page.getByRole('group', { name: 'Page 1 of 12' })
  await expect(first.locator('img')).toBeVisible()
  await expect(first.getByText('page 1')).toBeAttached()
  // On paper alone, in place of a page whose image isn’t there.
  await expect(page.getByText('Scroll to page 12 to print it.')).toBeHidden()
  await expect(page.getByText('Scroll to page 12 to print it.')).toBeAttached()
  await page.emulateMedia({ media: 'print' })
  // What lies over the image is as invisible on paper.
  const grounds = await first
    .locator('span')
    .evaluateAll((words) => words.map((word) => getComputedStyle(word).backgroundColor))
  expect(new Set(grounds)).toEqual(new Set(['rgba(0, 0, 0, 0)']))
})

test('a signer reads who asks, with their address and their business', async ({ page, product }) => {
  const rita = await product.person({ firstName: 'Rita', lastName: 'Graf' })
  const business = `Lindenhof ${Date.now()} AG`
  await aBusiness(product, { name: business, admin: rita })
  const email = `kim.${Date.now()}@example.org`
  await aSignatureRequest(product, { owner: rita, signers: [{ email, firstName: 'Kim', lastName: 'Ott' }] })
  const invitation = await product.inbox.next(email)
  expect(invitation.text).toContain(rita.email)
  await page.goto(linkIn(invitation))
  const asker = `Rita Graf (${rita.email}) of ${business} has requested your signature`
  await expect(page.getByText(asker)).toBeVisible()
  await expect(page.getByText(`On behalf of ${business}`)).toBeVisible()
  await checkBothSizes(page, 'direct-sign-for-a-business')
})
