import { describe, expect, it } from 'vitest'
import { addStroke, clearInk, noInk, redoStroke, undoStroke } from './ink.ts'
import type { Stroke } from '../signature-size.ts'

const first: Stroke = [[0, 0, 0.5]]
const second: Stroke = [[5, 5, 0.5]]
const third: Stroke = [[9, 9, 0.5]]
const drawn = addStroke(addStroke(noInk, first, false), second, false)

describe('what was drawn', () => {
  it('is taken back and brought again a stroke at a time, in order', () => {
    const empty = undoStroke(undoStroke(drawn))
    expect(empty.strokes).toEqual([])
    expect(redoStroke(empty).strokes).toEqual([first])
    expect(redoStroke(redoStroke(empty)).strokes).toEqual([first, second])
  })

  it('comes back whole after it was cleared', () => {
    const cleared = clearInk(drawn)
    expect(cleared.strokes).toEqual([])
    expect(redoStroke(cleared).strokes).toEqual([first, second])
  })

  it('forgets what was taken back once one draws on', () => {
    const other = addStroke(undoStroke(drawn), third, true)
    expect(redoStroke(other)).toBe(other)
    expect(other).toMatchObject({ strokes: [first, third], isPen: true })
  })

  it('stays as it is where there is nothing to take back', () => {
    expect(undoStroke(noInk)).toBe(noInk)
    expect(clearInk(noInk)).toBe(noInk)
    expect(redoStroke(drawn)).toBe(drawn)
  })
})
