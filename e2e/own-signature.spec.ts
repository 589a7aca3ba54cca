import type { Page } from '@playwright/test'
import { downloadDocument } from '@countersign/contract/documents.ts'
import sharp from 'sharp'
import {
  photograph,
  strokes,
  unevenPaper,
} from '../apps/api/src/documents/visual-signatures/test-pictures.ts'
import type { Product } from '../apps/api/src/testing/product.ts'
import { appearanceIn } from '../apps/api/src/testing/documents/signature-appearance.ts'
import { aSignatureRequest, linkIn } from '../apps/api/src/testing/signature-request.ts'
import { checkBothSizes, checkScreen } from './support/screen.ts'
import { expect, test } from './support/test.ts'

const kinds = ['Type', 'Draw', 'Upload', 'Name only']
const pad = (page: Page) => page.getByRole('img', { name: /^Drawing area/ })

async function asked(product: Product) {
  const owner = await product.person({ firstName: 'Mara', lastName: 'Lindt' })
  const email = `luc.${Date.now()}@example.org`
  const request = await aSignatureRequest(product, {
    owner,
    signers: [{ email, firstName: 'Luc', lastName: 'Favre' }],
  })
  const link = linkIn(await product.inbox.next(email))
  const signedFile = async () => {
    const wanted = { params: { id: request.documents[0]?.id ?? '' }, query: { signed: 'true' as const } }
    return Buffer.from(await (await product.call(downloadDocument, wanted, owner.as)).arrayBuffer())
  }
  return { owner, link, signedFile }
}

async function draw(page: Page): Promise<void> {
  const box = await pad(page).boundingBox()
  if (!box) throw new Error('there is nowhere to draw')
  const session = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x = 0, y = 0) =>
    session.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: type === 'touchEnd' ? [] : [{ x: box.x + box.width * x, y: box.y + box.height * y }],
    })
  await touch('touchStart', 0.1, 0.7)
  for (let n = 1; n <= 16; n += 1) await touch('touchMove', 0.1 + n * 0.05, n % 2 ? 0.3 : 0.7)
  await touch('touchEnd')
}

/** How much of the drawing area the ink spans, from its left edge: start and end. */
const inkSpan = (page: Page) =>
  pad(page).evaluate((svg) => {
    const area = svg.getBoundingClientRect()
    const ink = svg.querySelector('path')!.getBoundingClientRect()
    return [ink.left - area.left, area.right - ink.right].map((gap) => gap / area.width)
  })

test(
  'a guest draws on a phone, turns it, and finds the drawing whole with its buttons in reach',
  { tag: '@only-phone' },
  async ({ page, product }) => {
    const { link, signedFile } = await asked(product)
    await page.goto(link)
    await page.getByRole('button', { name: 'Review and sign' }).tap()
    await expect(page.getByRole('dialog').getByRole('tab')).toHaveText(kinds)
    await page.getByRole('tab', { name: 'Draw' }).tap()
    await expect(pad(page)).toBeVisible()
    await test.step('the area goes from edge to edge, its line as far from the left as from the right', async () => {
      expect(await pad(page).boundingBox()).toMatchObject({ x: 0, width: 390 })
      const gaps = await page.getByText('✕').evaluate((line) => {
        const [own, area] = [line.getBoundingClientRect(), line.parentElement!.getBoundingClientRect()]
        return [own.left - area.left, area.right - own.right].map(Math.round)
      })
      expect(gaps[0]).toBe(gaps[1])
      expect(gaps[0]).toBeGreaterThan(0)
    })
    await draw(page)
    const upright = await inkSpan(page)
    await checkScreen(page, 'draw-phone')
    await test.step('on its side', async () => {
      await page.setViewportSize({ width: 844, height: 390 })
      await expect(page.getByRole('button', { name: 'Clear' })).toBeInViewport({ ratio: 1 })
      await expect(pad(page)).toBeInViewport({ ratio: 1 })
      const [left = 0, right = 0] = await inkSpan(page)
      expect(Math.min(left, right)).toBeGreaterThan(0)
      await page.getByRole('button', { name: 'Clear' }).click()
      await expect(page.getByRole('img', { name: 'Drawing area, empty' })).toBeVisible()
      await draw(page)
      await page.getByRole('button', { name: 'Use this signature' }).scrollIntoViewIfNeeded()
      await expect(pad(page)).toBeInViewport({ ratio: 1 })
      await checkScreen(page, 'draw-phone-on-its-side')
      await page.setViewportSize({ width: 390, height: 844 })
    })
    const [left = 0, right = 0] = await inkSpan(page)
    expect(Math.min(left, right, ...upright)).toBeGreaterThan(0)
    // No click comes of a tap within 300 ms of another touch: a person is never as quick, and taps again.
    const use = page.getByRole('button', { name: 'Use this signature' })
    await expect(async () => {
      // A tap that came through may take a moment to make the picture.
      if (await use.isVisible()) await use.tap({ timeout: 2000 })
      await expect(page.getByRole('dialog')).toBeHidden({ timeout: 2000 })
    }).toPass({ timeout: 30_000 })
    await page.getByRole('button', { name: 'Sign', exact: true }).tap()
    await expect(page.getByRole('heading', { name: 'You have signed' })).toBeVisible()
    expect(appearanceIn(await signedFile()).hasPicture).toBe(true)
  },
)

test('a second finger or a palm on the drawing area neither ends a stroke nor begins one', async ({
  page,
  product,
}) => {
  const { link } = await asked(product)
  await page.goto(link)
  await page.getByRole('button', { name: 'Review and sign' }).click()
  await page.getByRole('tab', { name: 'Draw' }).click()
  await expect(pad(page)).toBeVisible()
  // No protocol for driving a browser lifts one of two fingers.
  await pad(page).evaluate(async (area) => {
    area.setPointerCapture = () => undefined
    const box = area.getBoundingClientRect()
    const tell = async (type: string, x: number, y: number, of: PointerEventInit) => {
      area.dispatchEvent(
        new PointerEvent(type, {
          ...{ bubbles: true, pointerId: 1, pointerType: 'pen', isPrimary: true, button: 0, pressure: 0.5 },
          ...{ clientX: box.x + box.width * x, clientY: box.y + box.height * y },
          ...of,
        }),
      )
      await new Promise(requestAnimationFrame)
    }
    const finger = { pointerId: 2, pointerType: 'touch', isPrimary: false }
    const palm = { pointerId: 3, pointerType: 'touch' }
    await tell('pointerdown', 0.1, 0.7, {})
    for (let n = 1; n <= 16; n += 1) {
      await tell('pointermove', 0.1 + n * 0.05, n % 2 ? 0.3 : 0.7, {})
      if (n !== 8) continue
      for (const other of [finger, palm]) {
        await tell('pointerdown', 0.5, 0.95, other)
        await tell('pointerup', 0.5, 0.95, other)
      }
    }
    await tell('pointerup', 0.9, 0.7, {})
  })
  await expect(page.getByRole('button', { name: 'Clear' })).toBeEnabled()
  await expect(pad(page).locator('path')).toHaveCount(1)
  const [left = 1, right = 1] = await inkSpan(page)
  expect(Math.max(left, right)).toBeLessThan(0.2)
})

test('a guest signs with a photograph of a signature; a blank sheet is refused', async ({
  page,
  product,
  problems,
}) => {
  const { link, signedFile } = await asked(product)
  await page.goto(link)
  await page.getByRole('button', { name: 'Review and sign' }).click()
  await page.getByRole('tab', { name: 'Upload' }).click()
  await page.getByRole('button', { name: 'Use this signature' }).click()
  await expect(page.getByRole('dialog').getByText('Choose an image first.')).toBeVisible()
  const choose = async (buffer: Buffer) =>
    page
      .getByRole('dialog')
      .locator('input[type=file]')
      .first()
      .setInputFiles({ name: 'signature.jpg', mimeType: 'image/jpeg', buffer })
  await test.step('a blank sheet', async () => {
    problems.expect(/422/)
    const blank = sharp({ create: { width: 400, height: 200, channels: 3, background: '#f4f1e8' } })
    await choose(await blank.jpeg().toBuffer())
    await page.getByRole('button', { name: 'Use this signature' }).click()
    await expect(page.getByRole('dialog')).toBeHidden()
    await page.getByRole('button', { name: 'Sign', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'This image can’t be used' })).toBeVisible()
    await checkBothSizes(page, 'image-without-ink')
    await page.getByRole('dialog').getByRole('button').first().click()
    await page.getByRole('button', { name: 'Change', exact: true }).click()
  })
  await choose(await photograph(strokes({ width: 1600, height: 900, paper: unevenPaper })))
  await expect(page.getByRole('slider', { name: 'Crop left' })).toBeVisible()
  await checkBothSizes(page, 'upload-when-signing')
  await page.getByRole('button', { name: 'Use this signature' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.getByRole('button', { name: 'Sign', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'You have signed' })).toBeVisible()
  expect(appearanceIn(await signedFile()).hasPicture).toBe(true)
})
