import { describe, expect, it } from 'vitest'
import { edges, fitInto, insetOf, movedBy, smallestCrop, wholeOf, withInset } from './crop.ts'

const size = { width: 400, height: 200 }
const part = { left: 40, top: 20, width: 300, height: 150 }

describe('cropping a picture', () => {
  it('begins with all of it', () => {
    expect(edges.map((edge) => insetOf(wholeOf(size), size, edge))).toEqual([0, 0, 0, 0])
  })

  it('moves one edge and leaves the other three', () => {
    for (const edge of edges) {
      const cut = withInset(part, size, edge, 33)
      expect(insetOf(cut, size, edge)).toBe(33)
      for (const other of edges.filter((one) => one !== edge))
        expect(insetOf(cut, size, other)).toBe(insetOf(part, size, other))
    }
  })

  it('never leaves the picture, and never closes', () => {
    for (const edge of edges) {
      expect(insetOf(withInset(part, size, edge, -50), size, edge)).toBe(0)
      const closed = withInset(part, size, edge, 10_000)
      expect(Math.min(closed.width, closed.height)).toBe(smallestCrop)
      expect(insetOf(withInset(part, size, edge, Number.NaN), size, edge)).toBe(0)
    }
  })

  it('leaves a picture that is smaller than the smallest crop whole', () => {
    const dot = { width: 8, height: 5 }
    expect(withInset(wholeOf(dot), dot, 'left', 4)).toEqual(wholeOf(dot))
  })

  it('moves as a whole up to the edges', () => {
    expect(movedBy(part, size, 10, -5)).toEqual({ ...part, left: 50, top: 15 })
    expect(movedBy(part, size, 999, 999)).toEqual({ ...part, left: 100, top: 50 })
    expect(movedBy(part, size, -999, -999)).toEqual({ ...part, left: 0, top: 0 })
  })
})

describe('fitting a picture into a limit', () => {
  it('keeps its shape and enlarges nothing', () => {
    expect(fitInto({ width: 4000, height: 1000 }, { width: 1200, height: 560 })).toEqual({
      width: 1200,
      height: 300,
    })
    expect(fitInto({ width: 1000, height: 4000 }, { width: 1200, height: 560 })).toEqual({
      width: 140,
      height: 560,
    })
    expect(fitInto({ width: 30, height: 20 }, { width: 1200, height: 560 })).toEqual({
      width: 30,
      height: 20,
    })
    expect(fitInto({ width: 40_000, height: 1 }, { width: 1200, height: 560 })).toEqual({
      width: 1200,
      height: 1,
    })
  })
})
