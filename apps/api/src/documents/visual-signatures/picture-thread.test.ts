import sharp, { type Sharp } from 'sharp'
import { describe, expect, test } from 'vitest'
import { Transferred } from '#api/platform/threads/transferred.ts'
import { readPicture } from './picture-thread.ts'
import { bomb, photograph, pixelsIn, strokes, unevenPaper, whitePaper } from './test-pictures.ts'

async function read(content: Uint8Array, removeBackground = false): Promise<Uint8Array> {
  const answer = await readPicture({ content, removeBackground, decodeLarge: true })
  if (!(answer instanceof Transferred)) throw new Error(JSON.stringify(answer))
  return answer.value.png
}
async function problemOf(content: Uint8Array, removeBackground = false) {
  const answer = await readPicture({ content, removeBackground, decodeLarge: true })
  return 'problem' in answer ? answer.problem : 'none'
}

describe('ink on paper', () => {
  test.each([
    ['a photograph in uneven light', 900, 14],
    ['a large photograph with a coarse grain', 3000, 22],
    ['a small one', 360, 8],
  ])('%s: the ink alone, in its colour', async (_, width, grain) => {
    const height = Math.round(width * 0.55)
    const given = await photograph(strokes({ width, height, paper: unevenPaper }), grain)
    const { data, at, ...size } = await pixelsIn(await read(given, true))
    expect(size.width / size.height).toBeGreaterThan(1.6)
    const corners = [
      [0, 0],
      [size.width - 1, 0],
      [0, size.height - 1],
      [size.width - 1, size.height - 1],
    ] as const
    expect(corners.map(([x, y]) => at(x, y)[3])).toEqual([0, 0, 0, 0])

    const alphas = data.filter((_value, index) => index % 4 === 3)
    const share = (meant: (alpha: number) => boolean) => alphas.filter(meant).length / alphas.length
    // The stroke is a line: nearly all is clear, what is not is ink, and only its edge lies between.
    expect(share((alpha) => alpha === 0)).toBeGreaterThan(0.8)
    expect(share((alpha) => alpha > 230)).toBeGreaterThan(0.03)
    expect(share((alpha) => alpha > 0 && alpha < 128)).toBeLessThan(0.04)

    const ink = [0, 1, 2].map((channel) => {
      const dense = data.filter((_v, i) => i % 4 === channel && (data[i - channel + 3] ?? 0) > 230)
      return dense.reduce((sum, value) => sum + value, 0) / dense.length
    })
    // #1b2a6b in light of less than full strength: blue, and dark.
    expect(ink[2]).toBeGreaterThan((ink[0] ?? 0) * 2)
    expect(ink[0]).toBeLessThan(75)
  })

  test('two inks keep their two colours', async () => {
    const both = await strokes({ ink: '#b01020', paper: unevenPaper })
      .composite([
        { input: await strokes({ ink: '#102080', height: 300 }).png().toBuffer(), gravity: 'south' },
      ])
      .png()
      .toBuffer()
    const { data } = await pixelsIn(await read(await photograph(sharp(both)), true))
    let [red, blue] = [0, 0]
    for (let i = 0; i < data.length; i += 4) {
      if ((data[i + 3] ?? 0) < 200) continue
      if ((data[i] ?? 0) > (data[i + 2] ?? 0) * 2) red++
      if ((data[i + 2] ?? 0) > (data[i] ?? 0) * 2) blue++
    }
    expect(Math.min(red, blue)).toBeGreaterThan(500)
  })

  test.each([
    [
      'the lines of ruled paper',
      Array.from(
        { length: 9 },
        (_, i) => `<rect y="${i * 55 + 20}" width="100%" height="2" fill="#a9c4e6"/>`,
      ),
    ],
    ['the edge of a shadow', ['<path d="M0,0 L450,0 L600,500 L0,500 Z" fill="#000" opacity="0.35"/>']],
  ])('%s are no ink', async (_, marks) => {
    const paper = `<rect width="100%" height="100%" fill="#f3f1ea"/>${marks.join('')}`
    const { data, width, height } = await pixelsIn(await read(await photograph(strokes({ paper })), true))
    const ink = await pixelsIn(await read(await strokes().png().toBuffer()))
    const covered = (alphas: Uint8Array) =>
      alphas.filter((value, index) => index % 4 === 3 && value > 40).length
    // Of the stroke’s own size, and no more of it is covered than the stroke covers.
    expect(Math.abs(width - ink.width) + Math.abs(height - ink.height)).toBeLessThan(30)
    expect(covered(data) / covered(ink.data)).toBeGreaterThan(0.8)
    expect(covered(data) / covered(ink.data)).toBeLessThan(1.2)
  })

  test('the dark table beside the sheet is no ink', async () => {
    const paper = `${whitePaper}<rect width="7%" height="100%" fill="#40302a"/>`
    const { width, height } = await pixelsIn(await read(await photograph(strokes({ paper })), true))
    expect([width > 440 && width < 520, height < 300]).toEqual([true, true])
  })

  test('an empty sheet is refused, whatever its grain and light', async () => {
    const sheet = `<svg xmlns="http://www.w3.org/2000/svg" width="800" height="500">${unevenPaper}</svg>`
    expect(await problemOf(await photograph(sharp(Buffer.from(sheet)), 20), true)).toBe('blank')
  })
})

describe('any picture', () => {
  test('is cropped to what is to be seen, with a small margin', async () => {
    for (const paper of ['', whitePaper]) {
      const png = await read(await strokes({ paper }).png().toBuffer())
      const { width, height } = await pixelsIn(png)
      expect(width).toBeGreaterThan(440)
      expect(width).toBeLessThan(500)
      expect(height).toBeLessThan(300)
    }
  })

  test('is no larger than 1200 × 560', async () => {
    const { width, height } = await sharp(
      await read(await strokes({ width: 4000, height: 900 }).png().toBuffer()),
    ).metadata()
    expect([width <= 1200, height <= 560, width > 1100 || height > 500]).toEqual([true, true, true])
  })

  test('stands upright, and carries nothing that a camera wrote', async () => {
    const given = await strokes({ paper: whitePaper })
      .withMetadata({ orientation: 6, exif: { IFD0: { Copyright: 'SECRET-PLACE' } } })
      .jpeg()
      .toBuffer()
    expect(given.includes('SECRET-PLACE')).toBe(true)
    const png = Buffer.from(await read(given))
    const { width, height } = await sharp(png).metadata()
    expect(height).toBeGreaterThan(width)
    expect(png.includes('SECRET-PLACE')).toBe(false)
    expect(['eXIf', 'iCCP', 'tEXt', 'zTXt', 'iTXt'].filter((chunk) => png.includes(chunk))).toEqual([])
  })

  test.each<[string, (picture: Sharp) => Sharp]>([
    ['a progressive JPEG', (picture) => picture.jpeg({ progressive: true })],
    ['an interlaced PNG', (picture) => picture.png({ progressive: true })],
    ['a WebP', (picture) => picture.webp()],
  ])('%s of more than 4 megapixels is decoded only where that is asked for', async (_, format) => {
    const content = await format(strokes({ width: 2500, height: 1700, paper: whitePaper })).toBuffer()
    expect(await readPicture({ content, removeBackground: false })).toEqual({ isLarge: true })
    expect(await sharp(await read(content)).metadata()).toMatchObject({ format: 'png', height: 560 })
  })

  test('that moves is its first frame', async () => {
    const frame = (background: string) =>
      sharp({ create: { width: 60, height: 30, channels: 4, background } })
        .png()
        .toBuffer()
    const [first, second] = await Promise.all([frame('#ff0000'), frame('#0000ff')])
    const moving = await sharp([first, second], { join: { animated: true } })
      .webp({ lossless: true })
      .toBuffer()
    expect((await sharp(moving).metadata()).pages).toBe(2)
    // All of one colour there is nothing to be seen; with a transparent corner there is.
    const { at } = await pixelsIn(await read(await withHole(moving)))
    expect(at(30, 15)).toEqual([255, 0, 0, 255])
  })

  test.each([
    ['all white', '#ffffff'],
    ['all of one colour', '#3355aa'],
    ['transparent', '#00000000'],
  ])('%s is blank', async (_, background) => {
    const flat = sharp({ create: { width: 300, height: 140, channels: 4, background } })
    expect(await problemOf(await flat.png().toBuffer())).toBe('blank')
  })
})

/** Each frame with a clear strip at its left. */
async function withHole(moving: Buffer): Promise<Buffer> {
  const strip = { create: { width: 10, height: 30, channels: 4 as const, background: '#000000' } }
  const input = await sharp(strip).png().toBuffer()
  return sharp(moving, { animated: true })
    .composite([{ input, left: 0, top: 0, blend: 'dest-out', tile: false }])
    .webp({ lossless: true })
    .toBuffer()
}

describe('hostile files', () => {
  const png = () => strokes({ paper: whitePaper }).png().toBuffer()
  const jpeg = () => strokes({ paper: whitePaper }).jpeg().toBuffer()

  test.each<[string, () => Promise<Buffer>, string]>([
    [
      'an SVG',
      async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
      'unreadable',
    ],
    ['a GIF', () => strokes({ paper: whitePaper }).gif().toBuffer(), 'unreadable'],
    ['a TIFF', () => strokes({ paper: whitePaper }).tiff().toBuffer(), 'unreadable'],
    ['nothing', async () => Buffer.alloc(0), 'unreadable'],
    ['a PNG cut short', async () => (await png()).subarray(0, -400), 'unreadable'],
    ['a JPEG cut short', async () => (await jpeg()).subarray(0, 3000), 'unreadable'],
    [
      'a PNG’s first bytes before something else',
      async () => Buffer.concat([(await png()).subarray(0, 8), await jpeg()]),
      'unreadable',
    ],
    ['a PNG of 900 million pixels', () => bomb(30_000, 30_000), 'too_many_pixels'],
    ['a PNG that says more than it has', () => bomb(6000, 6000), 'unreadable'],
    ['a PNG of no height', () => bomb(100, 0), 'unreadable'],
  ])('%s', async (_, make, expected) => {
    const given = await make()
    expect(await problemOf(given)).toBe(expected)
    expect(await problemOf(given, true)).toBe(expected)
  })
})
