import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { checkOutside } from '../apps/api/src/testing/documents/outside-validators.ts'
import { aSignatureRequest } from '../apps/api/src/testing/signature-request.ts'
import { download } from './support/download.ts'
import { checkBothSizes, checkScreen } from './support/screen.ts'
import { haveSession } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'

const run = promisify(execFile)
const editor = (page: Page) => page.getByRole('dialog')
const card = (page: Page, alias: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: alias, exact: true }) })

/** Opens the editor, of the first one too. */
async function begin(page: Page, alias: string, kind: 'Draw' | 'Type' | 'Upload'): Promise<void> {
  await page.getByRole('button', { name: /^(Create|New) signature$/ }).click()
  await editor(page).getByRole('tab', { name: kind }).click()
  await editor(page).getByLabel('Label').fill(alias)
}

async function save(page: Page, alias: string): Promise<void> {
  await editor(page).getByRole('button', { name: 'Save signature' }).click()
  await expect(editor(page)).toBeHidden()
  await expect(card(page, alias)).toBeVisible()
  expect(await inkOf(card(page, alias).getByRole('img')), `dark pixels of ${alias}`).toBeGreaterThan(300)
}

/** How many pixels of a picture are dark, once it is there. */
async function inkOf(image: Locator): Promise<number> {
  await expect
    .poll(() => image.evaluate((one: HTMLImageElement) => one.complete && one.naturalWidth))
    .toBeGreaterThan(0)
  return image.evaluate((one: HTMLImageElement) => {
    const canvas = document.createElement('canvas')
    canvas.width = one.naturalWidth
    canvas.height = one.naturalHeight
    const context = canvas.getContext('2d')!
    context.fillStyle = 'white'
    context.fillRect(0, 0, canvas.width, canvas.height)
    context.drawImage(one, 0, 0)
    const { data } = context.getImageData(0, 0, canvas.width, canvas.height)
    return data.filter((_, index) => index % 4 === 1 && (data[index] ?? 255) < 128).length
  })
}

async function draw(page: Page): Promise<void> {
  const pad = editor(page).getByRole('img', { name: 'Drawing area, empty' })
  await pad.scrollIntoViewIfNeeded()
  const box = await pad.boundingBox()
  if (!box) throw new Error('there is nowhere to draw')
  await page.mouse.move(box.x + box.width * 0.15, box.y + box.height * 0.7)
  await page.mouse.down()
  for (let n = 1; n <= 12; n += 1)
    await page.mouse.move(box.x + box.width * (0.15 + n * 0.05), box.y + box.height * (n % 2 ? 0.3 : 0.7))
  await page.mouse.up()
}

const stroke =
  '<svg xmlns="http://www.w3.org/2000/svg" width="600" height="240"><rect width="600" height="240" fill="white"/>' +
  '<path d="M40 180 Q160 20 260 150 T560 90" fill="none" stroke="#123" stroke-width="14"/></svg>'

test('signatures are drawn, typed in any alphabet, uploaded, one of them the default, and deleted', async ({
  page,
  product,
}) => {
  const person = await product.person({ firstName: 'Nora', lastName: 'Brandt' })
  await haveSession(page, person)
  await page.goto('/profile/visual-signature')
  await test.step('nothing is saved before there is something', async () => {
    await begin(page, 'By hand', 'Draw')
    await editor(page).getByRole('button', { name: 'Save signature' }).click()
    await expect(editor(page).getByText('Draw your signature first.')).toBeVisible()
    await draw(page)
    await save(page, 'By hand')
  })
  await test.step('a Greek name in a hand that has its letters', async () => {
    await begin(page, 'Greek', 'Type')
    await editor(page).getByLabel('Name', { exact: true }).fill('Ελένη Παπαδοπούλου')
    await expect(editor(page).getByRole('radio', { name: 'Mynerve' })).toBeChecked()
    await expect(editor(page).getByRole('radio', { name: 'Caveat' })).toBeHidden()
    await checkBothSizes(page, 'edit-signature-greek')
    await save(page, 'Greek')
  })
  await test.step('a Chinese name, in clear print', async () => {
    await begin(page, 'Chinese', 'Type')
    await editor(page).getByLabel('Name', { exact: true }).fill('王小明')
    await expect(editor(page).getByText('they appear in plain print')).toBeVisible()
    await save(page, 'Chinese')
  })
  await test.step('a photograph; what is no picture is refused', async () => {
    await begin(page, 'Photograph', 'Upload')
    const file = editor(page).locator('input[type=file]').first()
    await file.setInputFiles({
      name: 'notes.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('no picture'),
    })
    await expect(editor(page).getByText('This isn’t a PNG, JPEG or WebP file.')).toBeVisible()
    const buffer = await sharp(Buffer.from(stroke)).png().toBuffer()
    await file.setInputFiles({ name: 'signature.png', mimeType: 'image/png', buffer })
    await save(page, 'Photograph')
  })
  await expect(card(page, 'By hand')).toContainText('Default')
  await page.getByRole('button', { name: 'Make “Chinese” the default' }).click()
  await expect(card(page, 'Chinese')).toContainText('Default')
  await expect(
    card(page, 'By hand').getByRole('button', { name: 'Make “By hand” the default' }),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Delete “Greek”' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Keep' }).click()
  await expect(card(page, 'Greek')).toBeVisible()
  await page.getByRole('button', { name: 'Delete “Greek”' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete signature' }).click()
  await expect(card(page, 'Greek')).toBeHidden()
  await page.reload()
  await expect(card(page, 'Chinese')).toContainText('Default')
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveCount(3)
  await checkBothSizes(page, 'visual-signature')
})

test('what is typed while an image is read stays, and of two images the one chosen last counts', async ({
  page,
  product,
}) => {
  const person = await product.person({ firstName: 'Nora', lastName: 'Brandt' })
  await haveSession(page, person)
  // The first image takes long to read.
  await page.addInitScript(() => {
    const read = globalThis.createImageBitmap.bind(globalThis)
    const { promise, resolve } = Promise.withResolvers<void>()
    let isFirst = true
    Object.assign(globalThis, {
      finishReading: resolve,
      async createImageBitmap(file: Blob) {
        const waits = isFirst
        isFirst = false
        if (waits) await promise
        return read(file)
      },
    })
  })
  await page.goto('/profile/visual-signature')
  await begin(page, 'Photograph', 'Upload')
  const file = editor(page).locator('input[type=file]').first()
  const label = editor(page).getByLabel('Label')
  const choose = async (width: number) => {
    const buffer = await sharp(Buffer.from(stroke)).resize(width).png().toBuffer()
    await file.setInputFiles({ name: `${width}.png`, mimeType: 'image/png', buffer })
  }
  await choose(500)
  await label.fill('By hand')
  await choose(300)
  const right = editor(page).getByRole('slider', { name: 'Crop right' })
  await expect(right).toHaveAttribute('aria-valuemax', '300')
  await expect(label).toHaveValue('By hand')
  await label.fill('In blue ink')
  await page.evaluate(() => (globalThis as unknown as { finishReading: () => void }).finishReading())
  await save(page, 'In blue ink')
})

test('a kept signature signs with one tap, and is in the sealed document', async ({ page, product }) => {
  const person = await product.person({ firstName: 'Nora', lastName: 'Brandt' })
  await haveSession(page, person)
  await page.goto('/profile/visual-signature')
  await begin(page, 'By hand', 'Draw')
  await draw(page)
  await save(page, 'By hand')
  const request = await aSignatureRequest(product, { owner: person, signers: [{ email: person.email }] })
  await page.goto(`/view/${request.id}`)
  await page.getByRole('button', { name: 'Review and sign' }).click()
  await expect(page.getByRole('dialog').getByRole('radio', { name: 'By hand' })).toBeChecked()
  await checkScreen(page, 'kept-signatures')
  await page.getByRole('button', { name: 'Sign now' }).click()
  await expect(page.getByRole('heading', { name: 'You have signed' })).toBeVisible()
  await page.getByRole('button', { name: 'Back to the document' }).click()
  await expect(page.getByRole('status').getByText('Everyone has signed')).toBeVisible()

  const sealed = await download(page, 'Document 1.pdf')
  const verdict = await checkOutside(sealed, await (await fetch(`${product.url}/pki/anchors.pem`)).text())
  expect(verdict.qpdf).toBe('clean')
  expect(verdict.signatures.map(({ kind, openssl }) => [kind, openssl])).toEqual([
    ['signature', 'ok'],
    ['document_timestamp', 'ok'],
  ])
  expect(verdict.pdfsig[0]?.signature).toBe('Signature is Valid.')
  expect(await darkPixels(sealed), 'dark pixels in the field of the signature').toBeGreaterThan(300)
})

/** In the field that the request has, drawn by poppler at 144 dots an inch. */
async function darkPixels(pdf: Buffer): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'sealed-'))
  try {
    await writeFile(join(folder, 'sealed.pdf'), pdf)
    const [file, page] = [join(folder, 'sealed.pdf'), join(folder, 'page')]
    await run('pdftoppm', ['-r', '144', '-png', '-singlefile', file, page])
    const field = { left: 200, top: 200, width: 360, height: 120 }
    const { data } = await sharp(`${page}.png`)
      .extract(field)
      .greyscale()
      .raw()
      .toBuffer({ resolveWithObject: true })
    return data.filter((value) => value < 128).length
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
