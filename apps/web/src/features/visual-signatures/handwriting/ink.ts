import type { Stroke } from '../signature-size.ts'

/** What was drawn, and what was taken back and can be brought again. */
export interface Ink {
  readonly strokes: readonly Stroke[]
  readonly undone: readonly (readonly Stroke[])[]
  /** Has the device told a pressure? */
  readonly isPen: boolean
}

export const noInk: Ink = { strokes: [], undone: [], isPen: false }

/** A new stroke. What was taken back before is gone. */
export function addStroke(ink: Ink, stroke: Stroke, isPen: boolean): Ink {
  return { strokes: [...ink.strokes, stroke], undone: [], isPen }
}

export function undoStroke(ink: Ink): Ink {
  const last = ink.strokes.at(-1)
  return last ? { ...ink, strokes: ink.strokes.slice(0, -1), undone: [...ink.undone, [last]] } : ink
}

/** Takes all strokes away at once; redo brings all back at once. */
export function clearInk(ink: Ink): Ink {
  return ink.strokes.length > 0 ? { ...ink, strokes: [], undone: [...ink.undone, ink.strokes] } : ink
}

export function redoStroke(ink: Ink): Ink {
  const last = ink.undone.at(-1)
  return last ? { ...ink, strokes: [...ink.strokes, ...last], undone: ink.undone.slice(0, -1) } : ink
}
