import sharp from 'sharp'
import { expect, test } from 'vitest'
import { encodeLossless } from './lossless.ts'

/** Numbers that look random and are the same each time (Park and Miller). */
function numbers(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state * 48_271) % 2_147_483_647
    return state % below
  }
}

/** Encoded, and decoded by someone else: is it what it was? */
async function comesBack(pixels: Uint32Array, width: number, height: number): Promise<boolean> {
  const webp = encodeLossless(pixels, width, height)
  if (!webp) throw new Error('not taken')
  expect(await sharp(webp).metadata()).toMatchObject({ format: 'webp', width, height, hasAlpha: false })
  const { data } = await sharp(webp).raw().toBuffer({ resolveWithObject: true })
  const expected = Buffer.alloc(width * height * 3)
  for (const [at, pixel] of pixels.entries()) expected.writeUIntLE(pixel & 0xffffff, at * 3, 3)
  return data.equals(expected)
}

test.each([
  ['one pixel', 1, 1],
  ['one row', 5000, 1],
  ['one column', 1, 5000],
  ['a page', 1190, 1684],
  ['the widest there is', 16_383, 3],
])('nothing but paper: %s', async (_, width, height) => {
  expect(await comesBack(new Uint32Array(width * height).fill(0xffffffff), width, height)).toBe(true)
})

test('two colours, and the fourth byte says nothing', async () => {
  const pixels = Uint32Array.from({ length: 10_000 }, (_, at) => (at % 100 < 30 ? 0x010203 : 0xffffffff))
  expect(await comesBack(pixels, 100, 100)).toBe(true)
})

test.each(Array.from({ length: 40 }, (_, index) => index + 1))(
  'drawing %i comes back as it was',
  async (seed) => {
    const random = numbers(seed)
    const [width, height] = [250 + random(500), 250 + random(400)]
    const pixels = new Uint32Array(width * height).fill(0xffffff)
    const colours = Array.from({ length: 1 + random(300) }, () => random(0x1000000))
    const shapes = Array.from({ length: 6 }, () => Uint32Array.from({ length: 64 }, () => random(0x1000000)))
    for (let drawn = 0; drawn < 60; drawn += 1) {
      const [x, y] = [random(width - 8), random(height - 8)]
      const shape = shapes[random(6)]
      const colour = colours[random(colours.length)] ?? 0
      const [across, down] = drawn % 2 ? [8, 8] : [1 + random(width - x), 1 + random(12)]
      for (let dy = 0; dy < Math.min(down, height - y); dy += 1)
        for (let dx = 0; dx < across; dx += 1)
          pixels[(y + dy) * width + x + dx] = drawn % 2 ? (shape?.[dy * 8 + dx] ?? 0) : colour
    }
    expect(await comesBack(pixels, width, height)).toBe(true)
  },
)

test('levels of all kinds, some far more often than others, keep the codes within fifteen bits', async () => {
  // Each level twice as often as the one before: a plain Huffman tree would be 20 deep.
  const pixels: number[] = []
  for (let level = 0; level < 20; level += 1)
    for (let times = 0; times < 2 ** level / 4 + 1; times += 1)
      pixels.push(level * 0x010101, 0xffffff, 0xffffff, 0xffffff)
  while (pixels.length % 1000 !== 0) pixels.push(0xffffff)
  const noisy = Uint32Array.from(pixels)
  const random = numbers(7)
  const width = 1000
  const padding = new Uint32Array(noisy.length * 6).fill(0xffffff)
  for (let at = 0; at < noisy.length; at += 4) padding[random(padding.length)] = noisy[at] ?? 0
  expect(await comesBack(padding, width, padding.length / width)).toBe(true)
})

test('something seen long ago is not copied from further away than can be told', async () => {
  const random = numbers(3)
  const width = 1500
  const pixels = new Uint32Array(width * 1500).fill(0xffffff)
  const mark = Uint32Array.from({ length: 40 }, () => random(0x1000000))
  for (const row of [0, 705, 1390]) pixels.set(mark, row * width + 700)
  expect(await comesBack(pixels, width, 1500)).toBe(true)
})

test('a photograph is not taken', () => {
  const random = numbers(11)
  expect(
    encodeLossless(
      Uint32Array.from({ length: 90_000 }, () => random(0x1000000)),
      300,
      300,
    ),
  ).toBe(null)
})
