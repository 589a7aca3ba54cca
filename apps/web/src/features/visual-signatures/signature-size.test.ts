import { describe, expect, it } from 'vitest'
import { boundsOf, drawingArea, pathOf, pictureOf, typedPictureOf } from './signature-size.ts'

describe('a drawn signature', () => {
  it('is cut to the ink with a margin and scaled to the largest size', () => {
    const picture = pictureOf({ left: 100, top: 50, right: 392, bottom: 100 })
    expect(picture.width).toBe(600)
    expect(picture.height).toBe(116)
    expect((100 + picture.dx) * picture.scale).toBeCloseTo(8)
    expect((50 + picture.dy) * picture.scale).toBeCloseTo(8)
    expect((392 + picture.dx) * picture.scale).toBeCloseTo(592)
  })

  it('never exceeds 600 × 200, tall or wide', () => {
    for (const [right, bottom] of [
      [10, 4000],
      [4000, 10],
      [333.3, 111.1],
      [1, 1],
    ] as const) {
      const picture = pictureOf({ left: 0, top: 0, right, bottom })
      expect(picture.width).toBeLessThanOrEqual(600)
      expect(picture.height).toBeLessThanOrEqual(200)
      expect(Number.isInteger(picture.width) && Number.isInteger(picture.height)).toBe(true)
    }
  })

  it('does not blow a dot up to the size of a name', () => {
    expect(pictureOf({ left: 5, top: 5, right: 9, bottom: 9 })).toMatchObject({ width: 32, height: 32 })
  })

  it('has no bounds without ink', () => {
    expect(boundsOf([])).toBeNull()
    expect(boundsOf([[[3, 4, 0.5]], [[1, 9, 0.5]]])).toEqual({ left: 1, top: 4, right: 3, bottom: 9 })
  })

  it('stays in view when it went past the edges of a wider screen', () => {
    expect(drawingArea([])).toEqual({ left: 0, top: 0, right: 600, bottom: 300 })
    expect(drawingArea([[[20, 40, 0.5]]])).toEqual({ left: 0, top: 0, right: 600, bottom: 300 })
    const wide = drawingArea([[[-92, 10, 0.5]], [[712, 280, 0.5]]])
    expect(wide).toEqual({ left: -100, top: 0, right: 720, bottom: 300 })
  })

  it('makes closed paths', () => {
    expect(
      pathOf([
        [0, 0],
        [1.234, 2],
        [3, 4],
      ]),
    ).toBe('M0.00 0.00L1.23 2.00L3.00 4.00Z')
    expect(pathOf([])).toBe('')
  })
})

describe('a typed signature', () => {
  it('has the largest letters that fit the width', () => {
    const long = typedPictureOf({ left: 0, right: 1200, ascent: 80, descent: 30 })
    expect(long.fontSize).toBe(48)
    expect(long.width).toBeLessThanOrEqual(600)
  })

  it('does not have larger letters than 96 pixels for a short name', () => {
    const short = typedPictureOf({ left: 2, right: 150, ascent: 80, descent: 30 })
    expect(short.fontSize).toBe(96)
    expect(short.height).toBeLessThanOrEqual(200)
    expect(short.width).toBe(Math.ceil(152 * 0.96) + 16)
  })

  it('fits tall letters too', () => {
    const tall = typedPictureOf({ left: 0, right: 100, ascent: 300, descent: 100 })
    expect(tall.height).toBeLessThanOrEqual(200)
    expect(tall.y).toBeCloseTo(8 + (300 * tall.fontSize) / 100)
  })
})
