import { describe, expect, it } from 'vitest'
import {
  imageScale,
  nextZoom,
  pageToFit,
  pagesToLoad,
  pixelsPerPoint,
  toPixels,
  toPoints,
} from './geometry.ts'

const a4 = { width: 595, height: 842 }

describe('zoom', () => {
  it('fits the width of the room', () => {
    expect(pixelsPerPoint({ fit: 'width' }, a4, { width: 892.5, height: 500 })).toBe(1.5)
  })

  it('does not blow a page up on a wide screen', () => {
    expect(pixelsPerPoint({ fit: 'width' }, a4, { width: 3000, height: 500 })).toBeCloseTo(
      (1.25 * 96) / 72,
      9,
    )
  })

  it('fits the whole page, whichever side is short', () => {
    expect(pixelsPerPoint({ fit: 'page' }, a4, { width: 1190, height: 421 })).toBe(0.5)
    expect(pixelsPerPoint({ fit: 'page' }, a4, { width: 595, height: 4000 })).toBe(1)
  })

  it('shows 96 pixels an inch at factor 1 and stays within its limits', () => {
    expect(pixelsPerPoint({ factor: 1 }, a4, a4) * 72).toBe(96)
    expect(pixelsPerPoint({ factor: 99 }, a4, a4)).toBeCloseTo((5 * 96) / 72, 9)
    expect(pixelsPerPoint({ fit: 'width' }, { width: 100000, height: 1 }, a4)).toBeCloseTo((0.1 * 96) / 72, 9)
  })

  it('steps up and down from between two steps', () => {
    expect(nextZoom(0.9, 1)).toBe(1)
    expect(nextZoom(0.9, -1)).toBe(0.75)
    expect(nextZoom(1, 1)).toBe(1.25)
    expect(nextZoom(1, -1)).toBe(0.75)
    expect(nextZoom(5, 1)).toBe(5)
    expect(nextZoom(0.1, -1)).toBe(0.1)
  })
})

describe('image scale', () => {
  it('gives a pixel of the image for a pixel of the screen', () => {
    expect(imageScale(1, 1)).toBe(50)
    expect(imageScale(1, 2)).toBe(100)
    expect(imageScale(2, 2)).toBe(200)
  })

  it('never asks for more than 300', () => {
    expect(imageScale(6.6, 3)).toBe(300)
  })

  it('does not ask for the next larger image for a tenth', () => {
    expect(imageScale(1.08, 1)).toBe(50)
    expect(imageScale(1.2, 1)).toBe(75)
  })
})

describe('places', () => {
  it('turns a pixel of the page element into a point and back', () => {
    const point = toPoints({ x: 150, y: 75 }, 1.5)
    expect(point).toEqual({ x: 100, y: 50 })
    expect(toPixels({ ...point, width: 180, height: 60 }, 1.5)).toEqual({
      x: 150,
      y: 75,
      width: 270,
      height: 90,
    })
  })
})

describe('pages', () => {
  it('loads those in sight and one on either side', () => {
    expect(pagesToLoad([0], 10)).toEqual([0, 1])
    expect(pagesToLoad([4, 5], 10)).toEqual([3, 4, 5, 6])
    expect(pagesToLoad([9], 10)).toEqual([8, 9])
    expect(pagesToLoad([], 10)).toEqual([])
  })

  it('are fitted by the largest width and height', () => {
    expect(pageToFit([a4, { width: 842, height: 595 }])).toEqual({ width: 842, height: 842 })
    expect(pageToFit([])).toEqual({ width: 1, height: 1 })
  })

  it('are not made small for one that is far larger than most', () => {
    const plan = { width: 3370, height: 2384 }
    expect(pageToFit([a4, a4, plan])).toEqual(a4)
    expect(pageToFit([plan])).toEqual(plan)
    expect(pageToFit([a4, { width: 300, height: 144 }])).toEqual(a4)
  })
})
