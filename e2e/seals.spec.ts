import { aSignatureRequest } from '../apps/api/src/testing/signature-request.ts'
import { strokes } from '../apps/api/src/documents/visual-signatures/test-pictures.ts'
import { chooseSignature } from './support/approvals.ts'
import { aBusiness } from './support/business.ts'
import { operate } from './support/operator.ts'
import { checkBothSizes } from './support/screen.ts'
import { haveSession } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'

test('a business gets a seal, says who may use it, and a member seals a contract with it', async ({
  page,
  visit,
  product,
  problems,
}) => {
  const mara = await product.person({ firstName: 'Mara', lastName: 'Lindt' })
  const ben = await product.person({ firstName: 'Ben', lastName: 'Ott' })
  const company = 'Lindt Immobilien Bern AG'
  const name = 'lindt-bern'
  const namesake = await product.person({ firstName: 'Ben', lastName: 'Ott' })
  await aBusiness(product, { name: company, admin: mara, members: [namesake, ben] })
  await haveSession(page, mara)

  await test.step('there is none at first, and it says how to get one', async () => {
    await page.goto('/business/seals')
    await expect(page.getByRole('heading', { name: 'No seals yet' })).toBeVisible()
    await checkBothSizes(page, 'seals-empty')
  })

  await test.step('the operator adds one, once the trust service has signed with it', async () => {
    const weight = ['--quality', 'AES', '--legislation', 'EIDAS']
    const added = await operate(product, 'add-seal', company, '--name', name, ...weight)
    expect(added).toContain(`O=${company}`)
    const wrong = ['--organisation', 'Another Company AG']
    await expect(
      operate(product, 'add-seal', company, '--name', `${name}-wrong`, ...weight, ...wrong),
    ).rejects.toThrow(/not Another Company AG/)
    await page.reload()
    await expect(page.getByText('Ready')).toBeVisible()
    await expect(page.getByText('Refused')).toBeVisible()
    // The service that has just proved it is among them.
    await expect(page.getByRole('region', { name: 'Trust services' })).toContainText('Working')
    await checkBothSizes(page, 'seals')
  })

  await test.step('Mara gives it a picture and Ben the right', async () => {
    await page.getByRole('link', { name: company }).first().click()
    await expect(page.getByRole('heading', { name: company, level: 1 })).toBeVisible()
    problems.expect(/ERR_CONNECTION_RESET/)
    const members = /\/businesses\/[^/]+\/members$/
    await page.route(members, (route) => route.abort('connectionreset'))
    await page.goto(`/business/seals/${name}`)
    const again = page.getByRole('button', { name: 'Try again' })
    await expect(again).toBeVisible()
    await page.unroute(members)
    await again.click()
    await expect(page.locator('datalist option')).not.toHaveCount(0)
    await expect(again).toBeHidden()
    const field = page.getByLabel('Let a member use this seal')
    await field.fill('nobody at all')
    await page.keyboard.press('Enter')
    await expect(page.getByText('No members without permission found')).toBeVisible()
    await field.fill('Ben Ott')
    await page.keyboard.press('Enter')
    await expect(page.getByText('More than one member has this name')).toBeVisible()
    await field.fill(ben.email)
    await page.keyboard.press('Enter')
    await expect(page.getByText('1 member may use it')).toBeVisible()
    await expect(page.getByRole('listitem').filter({ hasText: ben.email })).toBeVisible()
    await expect(field).toBeFocused()
    await page.getByLabel('Choose image').setInputFiles({
      name: 'stamp.png',
      mimeType: 'image/png',
      buffer: await strokes().png().toBuffer(),
    })
    const image = page.getByRole('img', { name: 'Seal image' })
    await expect(image).toBeVisible()
    await checkBothSizes(page, 'seal')
    await page.getByRole('button', { name: 'Remove image' }).click()
    await expect(page.getByText('Image removed.')).toBeVisible()
    await expect(image).toHaveCount(0)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(image).toBeVisible()
  })

  const signers = [{ email: ben.email }]
  const request = await aSignatureRequest(product, { owner: mara, signers })
  const law = { quality: 'AES', legislation: 'EIDAS' } as const
  const heavy = await aSignatureRequest(product, { owner: mara, signers, ...law })
  await test.step('Ben, who looks after no seals, puts it on a contract', async () => {
    const his = await visit()
    await haveSession(his, ben)
    await his.goto('/business/seals')
    await expect(his.getByText('Only administrators of your business')).toBeVisible()
    await expect(his).toHaveURL(/dashboard/)
    await his.goto(`/view/${request.id}`)
    await his.getByRole('button', { name: 'Review and sign' }).click()
    const dialog = his.getByRole('dialog', { name: 'Review and sign' })
    await expect(dialog.getByRole('radio', { name: 'In my own name' })).toBeChecked()
    await dialog.getByRole('radio', { name: `Seal of ${company}` }).check()
    await expect(dialog.getByText(`The certificate names ${company}`)).toBeVisible()
    await checkBothSizes(his, 'choose-seal')
    await dialog.getByRole('button', { name: `Seal for ${company}` }).click()
    await expect(his.getByRole('heading', { name: /signed/i }).first()).toBeVisible({ timeout: 60_000 })
    // With the seal, as he could have signed in his own name, too.
    await expect(his.getByText(`applied the seal of ${company}`).first()).toBeAttached()
  })

  await test.step('and on one that asks for more than he can sign with himself', async () => {
    const his = await visit()
    await haveSession(his, ben)
    await his.goto(`/view/${heavy.id}`)
    await chooseSignature(his)
    const missing = his.getByRole('dialog', { name: 'Before you sign' })
    await expect(missing.getByText(/Your mobile number is missing/)).toBeVisible()
    await missing.getByRole('button', { name: 'Back to the document' }).click()
    await his.getByRole('button', { name: 'Review and sign' }).click()
    await his.getByRole('radio', { name: `Seal of ${company}` }).check()
    await his.getByRole('button', { name: `Seal for ${company}` }).click()
    await expect(his.getByRole('heading', { name: /signed/i }).first()).toBeVisible({ timeout: 60_000 })
  })

  await test.step('a right that is taken away is gone', async () => {
    const remove = page.getByRole('button', { name: 'Remove permission from Ben Ott' })
    await remove.click()
    await expect(page.getByText('Nobody may use it yet')).toBeVisible()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByText('1 member may use it')).toBeVisible()
    await remove.click()
    await expect(page.getByText('Nobody may use it yet')).toBeVisible()
  })
  expect(problems.unexpected()).toEqual([])
})
