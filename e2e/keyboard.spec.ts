import type { Locator, Page } from '@playwright/test'
import { aPdf } from '../apps/api/src/testing/pdf.ts'
import { aDraft, aSignatureRequest, linkIn } from '../apps/api/src/testing/signature-request.ts'
import { chooseFilesByKey } from './support/compose.ts'
import { haveSession, openDashboard } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'

/** Walks with Tab until the wanted control has the focus: what cannot be reached so fails. */
async function tabTo(page: Page, wanted: Locator): Promise<void> {
  for (let steps = 0; steps < 120; steps += 1) {
    if (await wanted.evaluate((element) => element === document.activeElement).catch(() => false)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`the keyboard does not reach ${String(wanted)}`)
}

async function pressOn(page: Page, wanted: Locator): Promise<void> {
  await tabTo(page, wanted)
  await page.keyboard.press('Enter')
}

test('a document is placed, sent and signed with the keyboard alone', async ({ page, product, visit }) => {
  const owner = await product.person({ firstName: 'Mara', lastName: 'Lindt' })
  const luc = `luc.${Date.now()}@example.org`
  await openDashboard(page, owner)
  await expect(page.getByRole('heading', { name: 'No documents yet' })).toBeVisible()
  const chooser = await chooseFilesByKey(page)
  await chooser.setFiles({ name: 'Lease.pdf', mimeType: 'application/pdf', buffer: aPdf() })
  await expect(page.getByRole('group', { name: 'Page 1 of 1' }).locator('img')).toBeVisible()

  await pressOn(page, page.getByRole('button', { name: 'Add signer' }))
  await expect(page.getByLabel('Name')).toBeFocused()
  await page.keyboard.type('Luc Favre')
  await page.keyboard.press('Tab')
  await page.keyboard.type(luc)
  await pressOn(page, page.getByRole('button', { name: 'Place field for Luc Favre' }))
  const field = page.getByRole('button', { name: 'Signature of Luc Favre on page 1' })
  await expect(field).toBeFocused()
  const before = await field.boundingBox()
  for (const key of ['Shift+ArrowDown', 'Shift+ArrowDown', 'ArrowLeft']) await page.keyboard.press(key)
  const after = await field.boundingBox()
  expect(after?.y).toBeGreaterThan((before?.y ?? 0) + 10)
  expect(after?.x).toBeLessThan(before?.x ?? 0)
  await pressOn(page, page.getByRole('button', { name: 'Review and send' }))
  await pressOn(page, page.getByRole('button', { name: 'Send to 1 person' }))
  await expect(page.getByRole('heading', { name: /^Sent:/ })).toBeVisible()

  const his = await visit()
  await his.goto(linkIn(await product.inbox.next(luc)))
  await pressOn(his, his.getByRole('button', { name: 'Review and sign' }))
  await expect(his.getByRole('dialog')).toBeVisible()
  await tabTo(his, his.getByRole('radio').first())
  await his.keyboard.press('ArrowRight')
  await pressOn(his, his.getByRole('button', { name: 'Use this signature' }))
  await pressOn(his, his.getByRole('button', { name: 'Sign', exact: true }))
  await expect(his.getByRole('heading', { name: 'You have signed' })).toBeVisible()
})

test('a key signs nothing while keyboard shortcuts are turned off', async ({ page, product }) => {
  const owner = await product.person({ firstName: 'Mara', lastName: 'Lindt' })
  const request = await aSignatureRequest(product, { owner, signers: [{ email: owner.email }] })
  await openDashboard(page, owner)
  await page.keyboard.press('?')
  await page.getByRole('checkbox', { name: 'Keyboard shortcuts' }).uncheck()
  await page.goto(`/view/${request.id}`)
  await expect(page.getByRole('button', { name: 'Review and sign' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Rotate pages clockwise' })).toBeVisible()
  // A key that does something is taken from the browser.
  const isTaken = (key: string) =>
    page.evaluate(
      (pressed) =>
        !document.body.dispatchEvent(
          new KeyboardEvent('keydown', { key: pressed, bubbles: true, cancelable: true }),
        ),
      key,
    )
  for (const key of ['s', 'r', '0', '+']) expect(await isTaken(key), key).toBe(false)
  expect(await isTaken('End')).toBe(true)
  await page.evaluate(() => localStorage.removeItem('countersign.shortcuts-off'))
  for (const key of ['r', 's']) expect(await isTaken(key), key).toBe(true)
})

test('the focus stays near what was removed or changed while composing', async ({ page, product }) => {
  const owner = await product.person({ firstName: 'Mara', lastName: 'Lindt' })
  const signers = [
    { email: 'anna@example.org', firstName: 'Anna', lastName: 'Keller' },
    { email: 'ben@example.org', firstName: 'Ben', lastName: 'Ott' },
  ]
  const draft = await aDraft(product, { owner, signers })
  await haveSession(page, owner)
  await page.goto(`/compose/${draft.id}`)
  const hers = page.getByRole('button', { name: 'Signature of Anna Keller on page 1' })
  const his = page.getByRole('button', { name: 'Signature of Ben Ott on page 1' })
  await hers.focus()
  const left = page.getByRole('spinbutton', { name: 'From the left' })
  await left.fill('50')
  await left.press('Enter')
  await expect(left).toBeFocused()
  await expect(left).toHaveValue('50')
  await hers.focus()
  await page.keyboard.press('Delete')
  await expect(his).toBeFocused()
  await his.press('Delete')
  await expect(page.getByRole('heading', { name: '3. Fields' })).toBeFocused()
  await page.getByRole('button', { name: /^Remove Document 1/ }).press('Enter')
  await expect(page.getByRole('heading', { name: '1. Documents' })).toBeFocused()
})
