import { describe, expect, it } from 'vitest'
import {
  afterKey,
  aligned,
  moved,
  placedAt,
  placedByKeyboard,
  resized,
  withinPage,
} from './field-movement.ts'

const page = { width: 595, height: 842 }
const field = { x: 100, y: 200, width: 180, height: 60 }

describe('placing', () => {
  it('puts the middle of a 180 × 60 field where one clicked', () => {
    expect(placedAt({ x: 300, y: 400 }, page)).toEqual({ x: 210, y: 370, width: 180, height: 60 })
  })

  it('keeps a field that was dropped over the edge on the page', () => {
    expect(placedAt({ x: 590, y: 841 }, page)).toEqual({ x: 415, y: 782, width: 180, height: 60 })
    expect(placedAt({ x: 0, y: 0 }, page)).toMatchObject({ x: 0, y: 0 })
  })

  it('makes the field small enough for a small page', () => {
    expect(withinPage(field, { width: 100, height: 50 })).toEqual({ x: 0, y: 0, width: 100, height: 50 })
  })

  it('places by keyboard in the middle, and the next one below the first', () => {
    const first = placedByKeyboard(page, [])
    expect(first).toEqual({ x: 207.5, y: 391, width: 180, height: 60 })
    const second = placedByKeyboard(page, [first])
    expect(second.x).toBe(first.x)
    expect(second.y).toBeGreaterThanOrEqual(first.y + first.height)
  })
})

describe('moving', () => {
  it('stops at the edges', () => {
    expect(moved(field, { dx: -500, dy: 5000 }, page)).toEqual({ x: 0, y: 782, width: 180, height: 60 })
  })

  it('snaps to the edge of another field and to the middle of the page', () => {
    const other = { x: 50, y: 500, width: 180, height: 60 }
    expect(aligned({ ...field, x: 53, y: 497 }, page, [other]).place).toMatchObject({ x: 50, y: 500 })
    expect(aligned({ ...field, x: 205, y: 100.4 }, page, []).place).toMatchObject({ x: 207.5, y: 100 })
  })

  it('snaps to the edge of the page and tells the lines it is on', () => {
    expect(aligned({ ...field, x: 412, y: 3 }, page, [])).toEqual({
      place: { ...field, x: 415, y: 0 },
      guides: [
        { edge: 'x', at: 595 },
        { edge: 'y', at: 0 },
      ],
    })
    expect(aligned({ ...field, x: 120 }, page, []).guides).toEqual([])
  })

  it('does not snap to what is far away', () => {
    expect(aligned({ ...field, x: 120, y: 320 }, page, [field]).place).toMatchObject({ x: 120, y: 320 })
  })
})

describe('sizing', () => {
  it('keeps the upper left corner, at least 60 × 20, at most to the edge', () => {
    expect(resized(field, { dx: 20, dy: -10 }, page)).toEqual({ x: 100, y: 200, width: 200, height: 50 })
    expect(resized(field, { dx: -999, dy: -999 }, page)).toEqual({ x: 100, y: 200, width: 60, height: 20 })
    expect(resized(field, { dx: 999, dy: 999 }, page)).toEqual({ x: 100, y: 200, width: 495, height: 642 })
  })
})

describe('keyboard', () => {
  const press = (key: string, shiftKey = false, altKey = false) =>
    afterKey(field, { key, shiftKey, altKey }, page)

  it('moves by one point, with shift by ten', () => {
    expect(press('ArrowLeft')).toMatchObject({ x: 99, y: 200 })
    expect(press('ArrowDown', true)).toMatchObject({ x: 100, y: 210 })
  })

  it('sizes with alt', () => {
    expect(press('ArrowRight', false, true)).toMatchObject({ x: 100, width: 181 })
    expect(press('ArrowUp', true, true)).toMatchObject({ height: 50 })
  })

  it('goes to the next line with control: an edge or the middle of the page or of another field', () => {
    const other = { x: 300, y: 500, width: 100, height: 60 }
    const to = (key: string, from = field) =>
      afterKey(from, { key, shiftKey: false, altKey: false, ctrlKey: true }, page, [other])
    expect(to('ArrowLeft')).toMatchObject({ x: 0, y: 200 })
    expect(to('ArrowRight')).toMatchObject({ x: 207.5 })
    expect(to('ArrowRight', { ...field, x: 230 })).toMatchObject({ x: 260 })
    expect(to('ArrowDown')).toMatchObject({ y: 391 })
    expect(to('ArrowUp', { ...field, y: 0 })).toMatchObject({ y: 0 })
  })

  it('leaves other keys alone', () => {
    expect(press('Tab')).toBeNull()
  })
})
