import { expect, test } from 'vitest'
import { columnsOf, namedColumns, qualitiesIn } from './columns.ts'

const steps: { from: string; total: number; by_quality: Record<string, number> }[] = [
  { from: '2026-11-01', total: 4, by_quality: { SES: 1, QES: 3 } },
  { from: '2026-11-02', total: 0, by_quality: {} },
  { from: '2026-11-03', total: 2, by_quality: { AES: 1, NEW: 1, DEMO: 0 } },
]

test('the heaviest weight comes first, one that is new last, and what there is none of not at all', () => {
  expect(qualitiesIn(steps)).toEqual([
    { quality: 'QES', total: 3 },
    { quality: 'AES', total: 1 },
    { quality: 'SES', total: 1 },
    { quality: 'NEW', total: 1 },
  ])
})

test('a column is as high as its number, its parts are on each other, and a day with nothing has none', () => {
  const { columns, lines } = columnsOf(steps, { width: 300, height: 100 })
  const [first, second] = columns
  expect(first?.parts.map(({ quality }) => quality)).toEqual(['QES', 'SES'])
  const [below, above] = first?.parts ?? []
  expect(below?.height).toBeCloseTo(75)
  expect((above?.y ?? 0) + (above?.height ?? 0)).toBeCloseTo(below?.y ?? -1)
  expect(above?.y).toBeCloseTo(0)
  expect(second?.parts).toEqual([])
  expect(lines.map(({ value }) => value)).toEqual([0, 1, 2, 3, 4])
})

test('where nothing was signed there is still a line to be on', () => {
  const { columns, lines } = columnsOf([{ from: '2026-11-01', total: 0, by_quality: {} }], {
    width: 300,
    height: 100,
  })
  expect(columns[0]?.parts).toEqual([])
  expect(lines[0]).toEqual({ value: 0, y: 100 })
})

test('as many columns are named as there is room for', () => {
  expect(namedColumns(3, 300, 60)).toEqual([0, 1, 2])
  expect(namedColumns(30, 300, 60)).toEqual([0, 6, 12, 18, 24])
  expect(namedColumns(0, 300, 60)).toEqual([])
})
