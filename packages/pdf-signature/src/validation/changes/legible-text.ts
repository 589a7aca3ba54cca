import type { Colour } from '../../fields/default-appearance.ts'
import type { DrawnGlyph } from '../../inspection/drawn-glyphs.ts'
import type { Point } from '../../inspection/text-position.ts'

/** How a drawing is shown. */
export interface Setting {
  /** Points of the page for a unit of the drawing. */
  readonly scale: number
  /** By how many quarters the drawing is turned, counterclockwise. */
  readonly turn: number
  readonly mayBeUpsideDown: boolean
  /** Each letter has a cell of its own. */
  readonly isComb: boolean
}

/** In points: nobody reads what is smaller. */
const smallest = 1
/** Of an em: the narrowest letters are wider, and lines are further from each other. */
const [leastStep, leastLine] = [0.15, 0.5]

/**
 * Whether glyphs are read from left to right and from the top down in the order in which they are drawn, each in its own place,
 * upright or turned by a quarter, of a size and colour to be seen, and none cut off or painted over. The order in which text
 * is drawn says nothing of how it is read.
 */
export function isLegible(glyphs: readonly DrawnGlyph[], setting: Setting): boolean {
  return (
    glyphs.every(
      (glyph) => isBlank(glyph) || (!glyph.isPaintedOver && isUpright(glyph, setting) && standsOut(glyph)),
    ) && areInOrder(glyphs, setting.isComb)
  )
}

const isBlank = ({ text }: DrawnGlyph): boolean => /^[\p{White_Space}\p{Cf}\p{Cc}]+$/u.test(text)
/** Marks and parts of letters are over, under and before others. */
const isMark = ({ text }: DrawnGlyph): boolean => /^\p{M}*$/u.test(text)

function areInOrder(glyphs: readonly DrawnGlyph[], isComb: boolean): boolean {
  let last: DrawnGlyph | undefined
  let mayBeApart = isComb
  for (const glyph of glyphs) {
    if (isBlank(glyph)) mayBeApart = true
    if (isBlank(glyph) || isMark(glyph)) continue
    if (!glyph.isWithin || (last && !follows(last, glyph, mayBeApart))) return false
    last = glyph
    mayBeApart = isComb
  }
  return true
}

const times = (a: Point, b: Point): number => a[0] * b[0] + a[1] * b[1]
const length = (a: Point): number => Math.hypot(a[0], a[1])

/** How much narrower or wider than high letters may be. */
const stretchAtMost = 4
const skewAtMost = 0.5

function isUpright({ along, up }: DrawnGlyph, { scale, turn, mayBeUpsideDown }: Setting): boolean {
  const [width, height] = [length(along), length(up)]
  if (
    !(Math.min(width, height) * scale >= smallest) ||
    Math.max(width / height, height / width) > stretchAtMost
  )
    return false
  // As in a mirror, or leaning further than any italics.
  if (along[0] * up[1] - along[1] * up[0] <= 0 || Math.abs(times(along, up)) > skewAtMost * width * height)
    return false
  const quarters = (Math.atan2(along[1], along[0]) * 2) / Math.PI + turn
  const isQuarter = Math.abs(quarters - Math.round(quarters)) < 0.05
  // Upside down 66 is 99.
  return isQuarter && (mayBeUpsideDown || Math.abs(Math.round(quarters)) % 4 !== 2)
}

/** Of 1, in brightness. */
const contrast = 0.19
const white: Colour = [1, 1, 1]

const brightness = ([red, green, blue]: Colour): number => (red * 2 + green * 5 + blue) / 8

/** What the page shows beneath a drawing isn't known here: it is taken to be white. */
function standsOut({ paint, ground }: DrawnGlyph): boolean {
  const { colour, alpha } = paint
  if (!colour || !ground) return false
  const beneath = ground === 'page' ? white : ground
  return Math.abs(brightness(colour) - brightness(beneath)) * alpha >= contrast
}

const fromRight = /^[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u

/** Of an em: letters further apart are two words. */
const largestGap = 1.5

/** Whether a letter is read right after another; `mayBeApart`: with a space between them. */
function follows(last: DrawnGlyph, next: DrawnGlyph, mayBeApart: boolean): boolean {
  const [across, down] = [length(last.along), length(last.up)]
  const between: Point = [next.from[0] - last.from[0], next.from[1] - last.from[1]]
  const isAlike = times(last.along, next.along) > 0.99 * across * length(next.along)
  const step = times(between, last.along) / across ** 2
  const rise = times(between, last.up) / down ** 2
  if (!isAlike) return false
  if (Math.abs(rise) >= leastLine) return rise < 0
  // Some producers draw letters of these scripts in the order in which they are stored, each to the left of the one before.
  const gap = step - length(last.advance) / across
  if (!mayBeApart && gap > largestGap) return false
  return step >= leastStep || (step <= -leastStep && [last, next].every(({ text }) => fromRight.test(text)))
}
