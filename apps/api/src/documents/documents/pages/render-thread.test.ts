import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inspect } from '@countersign/pdf-signature/inspect.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { OverLimit, TaskFailed } from '#api/platform/threads/task.ts'
import { createThreads, type Threads } from '#api/platform/threads/threads.ts'
import { pixelsOf } from './page-pixels.ts'
import { readPageText, renderPageImage } from '../tasks.ts'
import { testPdf, type TestPage } from '../test-pdf.ts'

let folder = ''
let threads: Threads
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'render-'))
  threads = createThreads({ cores: 1 })
})
afterAll(async () => {
  await threads.close()
  await rm(folder, { recursive: true })
})

async function stored(content: Uint8Array): Promise<{ file: string; sha256: string }> {
  const sha256 = createHash('sha256').update(content).digest('hex')
  const file = join(folder, sha256)
  await writeFile(file, content)
  return { file, sha256 }
}

async function imageOf(content: Uint8Array, page = 0, scale = 100) {
  const size = inspect(content).pages[page]
  if (!size) throw new Error('no such page')
  const at = { ...(await stored(content)), page, ...pixelsOf(size, scale) }
  const webp = await threads.render.run(renderPageImage, at)
  expect((await sharp(webp).metadata()).format).toBe('webp')
  return sharp(webp).removeAlpha().raw().toBuffer({ resolveWithObject: true })
}

/** Is the page dark there? In points as displayed, from the top left. */
function dark({ data, info }: Awaited<ReturnType<typeof imageOf>>, x: number, y: number): boolean {
  const at = (Math.floor(y * 2) * info.width + Math.floor(x * 2)) * info.channels
  return (data[at] ?? 255) < 100
}

async function textOf(content: Uint8Array, page = 0) {
  const { width = 0, height = 0 } = inspect(content).pages[page] ?? {}
  return threads.render.run(readPageText, { ...(await stored(content)), page, width, height })
}

// Each page has a black square of 40 units, 10 from its left edge and 10 above its lower edge as written, and a word.
const square = (x: number, y: number) => `0 g ${x + 10} ${y + 10} 40 40 re f `
const word = (x: number, y: number) => `BT /F1 20 Tf ${x + 60} ${y + 20} Td (Lease) Tj ET`
const pageAt = (x: number, y: number, more: TestPage = {}): TestPage => ({
  mediaBox: [x, y, x + 300, y + 400],
  content: square(x, y) + word(x, y),
  ...more,
})

// Where the middle of the square and the word are when the page is displayed.
test.each([
  ['plain', pageAt(0, 0), { width: 300, height: 400 }, [30, 370], [60, 360]],
  ['moved', pageAt(-50, 700), { width: 300, height: 400 }, [30, 370], [60, 360]],
  ['turned by 90', pageAt(0, 0, { rotate: 90 }), { width: 400, height: 300 }, [30, 30], [15, 60]],
  ['turned by 180', pageAt(0, 0, { rotate: 180 }), { width: 300, height: 400 }, [270, 30], [190, 15]],
  ['turned by 270', pageAt(0, 0, { rotate: 270 }), { width: 400, height: 300 }, [370, 270], [360, 190]],
  ['cropped', pageAt(0, 0, { cropBox: [5, 5, 205, 105] }), { width: 200, height: 100 }, [25, 75], [55, 65]],
  ['in larger units', pageAt(0, 0, { userUnit: 1.5 }), { width: 450, height: 600 }, [45, 555], [90, 540]],
  [
    'cropped, turned and in larger units',
    pageAt(0, 0, { cropBox: [0, 0, 200, 100], rotate: 90, userUnit: 2 }),
    { width: 200, height: 400 },
    [60, 60],
    [30, 120],
  ],
])(
  'a page that is %s looks as it was measured',
  async (_, page, size, [x = 0, y = 0], [wordX = 0, wordY = 0]) => {
    const content = testPdf({ pages: [page] })
    expect(inspect(content).pages[0]).toMatchObject(size)
    const image = await imageOf(content)
    expect(image.info).toMatchObject({ width: size.width * 2, height: size.height * 2 })
    expect(dark(image, x, y)).toBe(true)
    const unit = page.userUnit ?? 1
    for (const [dx, dy] of [
      [-25, 0],
      [25, 0],
      [0, -25],
      [0, 25],
    ] as const)
      expect(dark(image, x + dx * unit, y + dy * unit)).toBe(false)

    const { runs, ...textSize } = await textOf(content)
    expect(textSize).toEqual(size)
    expect(runs).toHaveLength(1)
    expect(runs[0]).toMatchObject({ text: 'Lease', font_size: 20 * unit })
    expect(Math.abs((runs[0]?.x ?? 0) - wordX)).toBeLessThan(6 * unit)
    expect(Math.abs((runs[0]?.y ?? 0) - wordY)).toBeLessThan(6 * unit)
  },
)

test('text comes in reading order, a run for what stands together', async () => {
  const line = (y: number, ...parts: [number, string][]) =>
    parts.map(([x, text]) => `BT /F1 12 Tf ${x} ${y} Td (${text}) Tj ET `).join('')
  const content =
    line(700, [50, 'Tenant:'], [300, 'Anna Keller']) +
    line(680, [50, 'Rent in July']) +
    line(900, [50, 'unseen'])
  const { runs } = await textOf(testPdf({ pages: [{ content }] }))
  expect(runs.map(({ text, x }) => [text, Math.round(x)])).toEqual([
    ['Tenant:', 50],
    ['Anna Keller', 300],
    ['Rent in July', 50],
  ])
})

test('form fields and signatures are part of what is seen', async () => {
  const appearance =
    '<< /Type /XObject /Subtype /Form /BBox [0 0 100 50] /Length 18 >>\nstream\n0 g 0 0 100 50 re f\nendstream'
  const widget = (type: string) =>
    `<< /Type /Annot /Subtype /Widget /FT /${type} /T (Field) /F 4 /Rect [100 100 200 150] /AP << /N 100 0 R >> >>`
  for (const type of ['Sig', 'Tx']) {
    const plain = testPdf({ more: [appearance, widget(type)], catalog: '/AcroForm << /Fields [101 0 R] >>' })
    const content = Buffer.from(
      plain.toString('latin1').replace('/Contents', '/Annots [101 0 R] /Contents'),
      'latin1',
    )
    expect(dark(await imageOf(content), 150, 675)).toBe(true)
  }
})

test('scale and the limit of pixels hold', async () => {
  const content = testPdf({ pages: [{}, { mediaBox: [0, 0, 14_400, 14_400] }] })
  expect((await imageOf(content, 0, 20)).info).toMatchObject({ width: 240, height: 320 })
  expect((await imageOf(content, 1, 300)).info).toMatchObject({ width: 2000, height: 2000 })
})

test('a page that would take for ever fails alone', async () => {
  // Thirty forms, each of which draws the next one twice.
  const more = Array.from({ length: 30 }, (_, index) => {
    const draw = index === 29 ? '0 0 10 10 re f' : '/X0 Do /X0 Do'
    const next = `/Resources << /XObject << /X0 ${101 + index} 0 R >> >>`
    return `<< /Type /XObject /Subtype /Form /BBox [0 0 600 800] ${next} /Length ${draw.length} >>\nstream\n${draw}\nendstream`
  })
  const hostile = await stored(testPdf({ pages: [{ content: '/X0 Do' }], more }))
  const at = { ...hostile, page: 0, width: 100, height: 100 }
  const stuck = threads.render.run(renderPageImage, at, { timeLimit: 700 })
  const behind = imageOf(testPdf({ pages: [pageAt(0, 0)] }))
  await expect(stuck).rejects.toBeInstanceOf(OverLimit)
  expect(dark(await behind, 30, 370)).toBe(true)
})

test('what PDFium cannot open fails with a reason, and the next page is rendered', async () => {
  const sound = await stored(testPdf({ pages: [pageAt(0, 0)] }))
  const at = { ...sound, page: 0, width: 300, height: 400 }
  const garbage = await stored(Buffer.from('%PDF-1.7 and no more'))
  const wrong = [
    { ...at, ...garbage },
    { ...at, page: 5 },
    { ...at, sha256: 'ab'.repeat(32) },
    { ...at, file: join(folder, 'nowhere'), sha256: 'cd'.repeat(32) },
  ]
  for (const one of wrong)
    await expect(threads.render.run(renderPageImage, one)).rejects.toBeInstanceOf(TaskFailed)
  expect((await sharp(await threads.render.run(renderPageImage, at)).metadata()).width).toBe(300)
})

test('a broken page is as much of it as can be shown', async () => {
  const content = testPdf({ pages: [{ content: '0 g 10 10 40 40 re f Q Q (((' }] })
  expect(dark(await imageOf(content), 30, 770)).toBe(true)
})
