import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { combineFigures, formatStoredRun, parseStoredRun } from './stored-run.ts'
import { aFigure, aStoredRow, calibration } from './testing.ts'

test('a stored run is read as it was written', () => {
  const run = { sign: aStoredRow([aFigure()]) }
  expect(parseStoredRun(formatStoredRun(run))).toEqual(run)
})

test('the stored run of the repository is one', () => {
  const content = readFileSync(new URL('../stored-run.json', import.meta.url), 'utf8')
  expect(parseStoredRun(content)).not.toBeNull()
  expect(formatStoredRun(parseStoredRun(content) ?? {})).toBe(content)
})

test.each([
  ['nothing', ''],
  ['something else', '{"name":"countersign"}'],
  ['no JSON', 'signed 1.1 ms'],
  ['another version', '{"format":"countersign-bench-0","rows":{}}'],
  [
    'a calibration of nothing',
    formatStoredRun({ a: { ...aStoredRow([aFigure()]), calibration: { ...calibration, hash: 0 } } }),
  ],
])('a file with %s is no stored run', (_, content) => {
  expect(parseStoredRun(content)).toBeNull()
})

test('a row that was measured three times has the median of each figure, and its spread', () => {
  const row = { name: 'sign', run: async () => [] }
  const measured = (value: number) => ({
    figures: [{ what: 'signed', measured: value, unit: 'ms', limit: 7 }],
    calibrations: [calibration],
  })
  expect(combineFigures(row, [measured(3), measured(1), measured(2)])).toEqual([
    aFigure({ measured: 2, lowest: 1, highest: 3, limit: 7 }),
  ])
})

test('times and rates depend on what their row says, by default the processor; sizes and counts on nothing', () => {
  const figures = ['ms', '/s', 'KB', ''].map((unit) => ({ what: unit, measured: 1, unit, limit: 1 }))
  const partsOfEach = (row: { dependsOn?: ('fsync' | 'hash')[] }) =>
    combineFigures({ name: 'sign', run: async () => figures, ...row }, [{ figures, calibrations: [] }]).map(
      ({ dependsOn }) => dependsOn,
    )
  expect(partsOfEach({})).toEqual([['hash'], ['hash'], [], []])
  expect(partsOfEach({ dependsOn: ['hash', 'fsync'] })).toEqual([
    ['hash', 'fsync'],
    ['hash', 'fsync'],
    [],
    [],
  ])
})
