import { expect, test } from 'vitest'
import { compareFigure, compareRow, isImproved, isWorse } from './compare.ts'
import { aFigure, aStoredRow, calibration, slowCalibration } from './testing.ts'

const compare = (now: object, was: object = {}, here = calibration) =>
  compareFigure(aFigure(now), here, aFigure(was), calibration)

test('a time that is 15 % longer is kept, one that is longer than that is worse', () => {
  expect(isWorse(compare({ measured: 115 }))).toBe(false)
  expect(isWorse(compare({ measured: 115.1 }))).toBe(true)
  expect(compare({ measured: 80 }).worseBy).toBeCloseTo(-0.2)
})

test('a rate that is 15 % lower is kept, one that is lower than that is worse', () => {
  const rate = { unit: '/s', better: 'higher' } as const
  expect(isWorse(compare({ ...rate, measured: 85 }, rate))).toBe(false)
  expect(isWorse(compare({ ...rate, measured: 84.9 }, rate))).toBe(true)
})

test('a time is shortened by what the machine is slower, a rate raised', () => {
  const rate = { unit: '/s', better: 'higher' } as const
  expect(compare({ measured: 200 }, {}, slowCalibration)).toMatchObject({ normalised: 100, worseBy: 0 })
  expect(compare({ ...rate, measured: 50 }, rate, slowCalibration)).toMatchObject({
    normalised: 100,
    worseBy: 0,
  })
})

test('a size is compared as it is, however slow the machine', () => {
  const size = { unit: 'KB', dependsOn: [] }
  expect(compare({ ...size, measured: 120 }, size, slowCalibration).worseBy).toBeCloseTo(0.2)
})

test('a count that was nothing is worse as soon as there is one', () => {
  const count = { unit: '', limit: 0, dependsOn: [] }
  expect(isWorse(compare({ ...count, measured: 0 }, { ...count, measured: 0 }))).toBe(false)
  expect(isWorse(compare({ ...count, measured: 1 }, { ...count, measured: 0 }))).toBe(true)
})

test('a difference of times that was nothing is compared by its limit', () => {
  const stored = { measured: -1, limit: 20 }
  expect(isWorse(compare({ measured: 2 }, stored))).toBe(false)
  expect(isWorse(compare({ measured: 2.1 }, stored))).toBe(true)
})

test('a figure that is no number is worse', () => {
  expect(isWorse(compare({ measured: Number.NaN }))).toBe(true)
})

test('figures without a counterpart are named', () => {
  const stored = aStoredRow([aFigure({ what: 'signed' }), aFigure({ what: 'renamed' })])
  const figures = [aFigure({ what: 'signed' }), aFigure({ what: 'new' })]
  const { compared, notStored, notMeasured } = compareRow('sign', figures, calibration, stored)
  expect(compared.map(({ figure }) => figure.what)).toEqual(['signed'])
  expect(notStored).toEqual(['new'])
  expect(notMeasured).toEqual(['renamed'])
})

test('a row is improved by one figure that is over 5 % better, if none of the others is worse', () => {
  const stored = aStoredRow([aFigure({ what: 'first' }), aFigure({ what: 'last' })])
  const improved = (first: number, last: number) => {
    const figures = [aFigure({ what: 'first', measured: first }), aFigure({ what: 'last', measured: last })]
    return isImproved(compareRow('sign', figures, calibration, stored))
  }
  expect(improved(90, 100)).toBe(true)
  expect(improved(96, 100)).toBe(false)
  expect(improved(90, 106)).toBe(false)
  // Nor is it by figures that it had before under another name.
  const renamed = [aFigure({ what: 'first', measured: 90 }), aFigure({ what: 'final', measured: 100 })]
  expect(isImproved(compareRow('sign', renamed, calibration, stored))).toBe(false)
})
