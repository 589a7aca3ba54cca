import { expect, test } from 'vitest'
import { medianCalibration, slowdown, unsteadyParts } from './calibration.ts'

const server = { hash: 500, fsync: 2, http: 40 }
const laptop = { hash: 1000, fsync: 16, http: 40 }

test('a figure of one part is slower by as much as the part', () => {
  expect(slowdown(laptop, server, ['hash'])).toBeCloseTo(2)
  expect(slowdown(laptop, server, ['http'])).toBeCloseTo(1)
})

test('a figure of several parts is slower by their geometric mean, and the other way round by its inverse', () => {
  expect(slowdown(laptop, server, ['hash', 'fsync'])).toBeCloseTo(4)
  expect(slowdown(server, laptop, ['hash', 'fsync'])).toBeCloseTo(1 / 4)
})

test('a figure that depends on no part is the same on every machine', () => {
  expect(slowdown(laptop, server, [])).toBe(1)
})

test('the median of calibrations is taken part by part', () => {
  const slowDisk = { hash: 500, fsync: 900, http: 41 }
  expect(medianCalibration([server, slowDisk, { ...server, hash: 510 }])).toEqual({
    hash: 500,
    fsync: 2,
    http: 40,
  })
})

test('a part is unsteady when its slowest calibration takes over 20 % longer than its fastest', () => {
  expect(unsteadyParts([server, { ...server, hash: 600 }])).toEqual([])
  expect(unsteadyParts([server, { ...server, hash: 601 }])).toEqual(['hash'])
  expect(unsteadyParts([server, laptop])).toEqual(['hash', 'fsync'])
})
