import { describe, expect, test } from 'vitest'
import { arrange, type Layout } from './layout.ts'
import type { ShapedLine } from './shape-line.ts'

/** A font whose letters are all half an em wide. */
const shape = (text: string): ShapedLine => ({
  text,
  glyphs: [],
  hasRightToLeft: false,
  width: [...text].length * 500,
  missing: [],
})
const standard = ['Anna Keller', 'Signed electronically', 'SES · eIDAS', 'Zürich, 2026-11-21 10:00:00 UTC']
const picture = { width: 1200, height: 480 }

const fields = [
  [300, 140],
  [180, 60],
  [60, 20],
  [600, 24],
  [40, 200],
  [12, 12],
] as const
const texts = {
  'all lines': [...standard, 'Reason: approved'],
  'a name': ['Anna Keller'],
  nothing: [],
  'a long name': ['Maximiliane Charlotte von Hohenstein '.repeat(5).trim(), ...standard.slice(1)],
  'a word without an end': ['W'.repeat(200), ...standard.slice(1)],
}
const cases = fields.flatMap(([width, height]) =>
  Object.entries(texts).flatMap(([name, lines]) =>
    [picture, { width: 50, height: 900 }, undefined].map((image) => ({ width, height, name, lines, image })),
  ),
)

const edges = ({ image, lines }: Layout) => [
  ...(image ? [[image.x, image.y, image.x + image.width, image.y + image.height]] : []),
  ...lines.map(({ line, x, y, size }) => [x, y - size * 0.3, x + (line.width * size) / 1000, y + size * 0.9]),
]

test.each(cases)('$name in $width × $height with $image: all within the field', (given) => {
  const layout = arrange(given, given.image, given.lines, shape)
  expect(layout.image === undefined).toBe(given.image === undefined)
  const shown = layout.lines.map(({ line }) => line.text).join(' ')
  for (const word of given.lines.flatMap((line) => line.split(' ')))
    expect(shown.replaceAll(' ', '')).toContain(word)
  for (const [left = 0, bottom = 0, right = 0, top = 0] of edges(layout)) {
    expect(Math.min(left, bottom)).toBeGreaterThanOrEqual(-0.001)
    expect(right).toBeLessThanOrEqual(given.width + 0.001)
    expect(top).toBeLessThanOrEqual(given.height + 0.001)
  }
})

describe('what is set', () => {
  const sizes = (width: number, height: number, lines: readonly string[], image?: typeof picture) =>
    arrange({ width, height }, image, lines, shape).lines.map(({ size }) => size)

  test('never covers the picture', () => {
    for (const { width, height, lines, image } of cases.filter((one) => one.image)) {
      const layout = arrange({ width, height }, image, lines, shape)
      const { x = 0, y = 0, width: across = 0 } = layout.image ?? {}
      for (const line of layout.lines)
        expect(line.x >= x + across || line.y + line.size * 0.9 <= y + 0.001).toBe(true)
    }
  })

  test('is where it leaves most to the picture: beside it in a wide field, below it in a high one', () => {
    const square = { width: 100, height: 100 }
    const [wide, high] = [
      { width: 300, height: 60 },
      { width: 100, height: 200 },
    ].map((size) => arrange(size, square, ['Anna Keller'], shape))
    expect(wide?.image?.height).toBeGreaterThan(45)
    expect(wide?.lines[0]?.x).toBeGreaterThan(45)
    expect(high?.image?.width).toBeGreaterThan(80)
    expect(high?.lines[0]?.x).toBeLessThan(10)
  })

  test('has a line for each thing where that can be read', () => {
    const { lines } = arrange({ width: 300, height: 140 }, undefined, standard, shape)
    expect(lines.map(({ line }) => line.text)).toEqual(standard)
  })

  test('wraps a long name instead of shrinking it to a thread', () => {
    const wrapped = sizes(300, 140, texts['a long name'])
    expect(Math.min(...wrapped)).toBeGreaterThan(8)
  })

  test('runs together what would be tiny one below the other', () => {
    const { lines } = arrange({ width: 500, height: 30 }, undefined, standard, shape)
    expect(lines.map(({ line }) => line.text)).toEqual([
      'Anna Keller',
      'Signed electronically · SES · eIDAS · Zürich, 2026-11-21 10:00:00 UTC',
    ])
  })

  test('is legible beside a picture in a field of the usual size', () => {
    expect(Math.min(...sizes(300, 140, standard, picture))).toBeGreaterThan(7)
    expect(Math.min(...sizes(180, 60, standard, picture))).toBeGreaterThan(5.5)
  })
})
