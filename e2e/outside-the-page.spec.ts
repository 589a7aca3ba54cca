import { aSignatureRequest, linkIn } from '../apps/api/src/testing/signature-request.ts'
import { operate } from './support/operator.ts'
import { checkBothSizes } from './support/screen.ts'
import { signIn } from './support/sign-in.ts'
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
  await signIn(page, mara)
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

test('a signer reads who asks, with their address and their business', async ({ page, product }) => {
  const rita = await product.person({ firstName: 'Rita', lastName: 'Graf' })
  const business = `Lindenhof ${Date.now()} AG`
  await operate(product, 'create', '--name', business, '--admin', rita.email)
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
