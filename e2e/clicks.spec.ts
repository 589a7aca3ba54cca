import type { BrowserContext } from '@playwright/test'
import { aPdf } from '../apps/api/src/testing/pdf.ts'
import { aSignatureRequest, linkIn } from '../apps/api/src/testing/signature-request.ts'
import { dragOntoPage } from './support/compose.ts'
import { expect, test } from './support/test.ts'

interface Effort {
  /** Presses and taps; into a text field one gets with Tab as well, and it counts as a field. */
  presses: number
  /** Text fields that were filled in. */
  readonly fields: Set<string>
}

/** Counts what a person does in this browser, on whatever pages they do it. */
async function countEffort(context: BrowserContext): Promise<Effort> {
  const effort: Effort = { presses: 0, fields: new Set() }
  await context.exposeBinding('countPress', () => {
    effort.presses += 1
  })
  await context.exposeBinding('countField', (_, field: string) => {
    effort.fields.add(field)
  })
  await context.addInitScript(() => {
    const { countPress, countField } = globalThis as unknown as {
      countPress: () => void
      countField: (field: string) => void
    }
    const isText = (target: EventTarget | null) =>
      target instanceof HTMLTextAreaElement ||
      (target instanceof HTMLInputElement && ['text', 'email', 'password', 'tel'].includes(target.type))
    addEventListener(
      'pointerdown',
      ({ isTrusted, target }) => isTrusted && !isText(target) && countPress(),
      true,
    )
    addEventListener(
      'input',
      ({ target }) => isText(target) && countField(`${location.pathname} ${(target as HTMLElement).id}`),
      true,
    )
  })
  return effort
}

test('from sign-up to a request that is sent it takes at most 9 clicks and 5 fields', async ({
  page,
  product,
}) => {
  const effort = await countEffort(page.context())
  const mara = `mara.${Date.now()}@example.org`
  await page.goto('/')
  await page.getByRole('link', { name: 'Sign up' }).click()
  // The page before has an email field too.
  await expect(page.getByRole('button', { name: 'Send link' })).toBeVisible()
  await page.getByLabel('Email').fill(mara)
  await page.getByRole('button', { name: 'Send link' }).click()
  const { links } = await product.inbox.next(mara)
  // The link in the email is a click as well.
  effort.presses += 1
  await page.goto(links.find((link) => link.includes('token=')) ?? '')
  await page.getByLabel('First name').fill('Mara')
  await page.getByLabel('Last name').fill('Lindt')
  await page.getByLabel('Password', { exact: true }).fill('seven-quiet-lanterns-19')
  await page.getByLabel('I accept the terms of use').click()
  await page.getByRole('button', { name: 'Create my account' }).click()
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Add a PDF' }).click()
  const buffer = aPdf({ pages: 2 })
  await (await chooser).setFiles({ name: 'Lease.pdf', mimeType: 'application/pdf', buffer })
  await expect(page.getByRole('group', { name: 'Page 1 of 2' }).locator('img')).toBeVisible()
  const email = page.getByRole('combobox', { name: 'Email', exact: true })
  await email.fill('Luc Favre <luc@example.org>')
  await email.press('Tab')
  await dragOntoPage(page, 'Luc Favre', { x: 0.5, y: 0.6 })
  await page.getByRole('button', { name: 'Review and send' }).click()
  await page.getByRole('button', { name: 'Send to 1 person' }).click()
  await expect(page.getByRole('heading', { name: /^Sent:/ })).toBeVisible()
  expect(effort.presses).toBeGreaterThan(0)
  expect(effort.presses).toBeLessThanOrEqual(9)
  expect([...effort.fields].length).toBeLessThanOrEqual(5)
})

test('a guest on a phone signs in three taps', { tag: '@only-phone' }, async ({ page, product }) => {
  const owner = await product.person({ firstName: 'Mara', lastName: 'Lindt' })
  const luc = { email: `luc.${Date.now()}@example.org`, firstName: 'Luc', lastName: 'Favre' }
  await aSignatureRequest(product, { owner, signers: [luc] })
  const effort = await countEffort(page.context())
  await page.goto(linkIn(await product.inbox.next(luc.email)))
  await page.getByRole('button', { name: 'Review and sign' }).tap()
  await page.getByRole('button', { name: 'Use this signature' }).tap()
  await page.getByRole('button', { name: 'Sign', exact: true }).tap()
  await expect(page.getByRole('heading', { name: 'You have signed' })).toBeVisible()
  expect(effort.presses).toBe(3)
  expect([...effort.fields]).toEqual([])
})
