import { describe, expect, it } from 'vitest'
import { removePaper } from './remove-paper.ts'

/** A page of paper whose brightness depends on the place, with a dark line across the middle. */
function photograph(paper: (x: number) => number, ink: readonly [number, number, number]) {
  const [width, height] = [160, 80]
  const data = new Uint8ClampedArray(width * height * 4)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const isInk = y >= 38 && y < 42
      data.set(isInk ? [...ink, 255] : [paper(x), paper(x), paper(x), 255], (y * width + x) * 4)
    }
  }
  const alpha = (x: number, y: number) => data[(y * width + x) * 4 + 3]
  return { pixels: { data, width, height }, alpha }
}

describe('removing the paper of a photograph', () => {
  it('makes paper transparent and leaves ink', () => {
    const { pixels, alpha } = photograph(() => 250, [20, 30, 80])
    removePaper(pixels)
    expect(alpha(10, 10)).toBe(0)
    expect(alpha(80, 40)).toBe(255)
    expect([...pixels.data.subarray(40 * 160 * 4, 40 * 160 * 4 + 3)]).toEqual([20, 30, 80])
  })

  it('takes paper in the shade for paper, though it is as dark as ink in the light', () => {
    const { pixels, alpha } = photograph((x) => 240 - x * 0.8, [30, 30, 30])
    removePaper(pixels)
    for (let x = 0; x < 160; x += 5) {
      expect(alpha(x, 5), `paper at ${x}`).toBe(0)
      expect(alpha(x, 40), `ink at ${x}`).toBeGreaterThan(150)
    }
  })

  it('leaves what was transparent transparent', () => {
    const { pixels, alpha } = photograph(() => 250, [20, 30, 80])
    pixels.data.fill(0)
    removePaper(pixels)
    expect(alpha(80, 40)).toBe(0)
  })

  it('takes a picture of one pixel', () => {
    const pixels = { data: new Uint8ClampedArray([0, 0, 0, 255]), width: 1, height: 1 }
    expect(() => removePaper(pixels)).not.toThrow()
  })
})
