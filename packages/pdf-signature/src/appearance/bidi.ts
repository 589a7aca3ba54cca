import bidiFactory from 'bidi-js'

/** Of a paragraph: that of each of its lines. */
export type ParagraphDirection = 'ltr' | 'rtl'

/** A run of text in one direction, in the order in which it is shown. */
export interface DirectionRun {
  readonly text: string
  readonly rightToLeft: boolean
}

interface LevelRun {
  readonly text: string
  readonly level: number
}

const bidi = bidiFactory()
/** Neither letters from right to left nor controls of direction: such a line is one run at level 0 (UAX #9 W7, I1). */
const leftToRight = /^[\0-\u058f\u2010-\u2027\u2030-\u205e\u20a0-\u20bf]+$/

/** The first strong character of a paragraph gives its direction (UAX #9 P2, P3). */
export function directionOf(paragraph: string): ParagraphDirection {
  if (leftToRight.test(paragraph)) return 'ltr'
  return (bidi.getEmbeddingLevels(paragraph).paragraphs[0]?.level ?? 0) % 2 === 1 ? 'rtl' : 'ltr'
}

/**
 * Splits a line into runs in display order, by the Unicode Bidirectional Algorithm (UAX #9). `direction` is that of the paragraph
 * that it is a line of; without it, the line is one. The text of a run stays in logical order, for a shaper to turn.
 */
export function directionRuns(line: string, direction?: ParagraphDirection): DirectionRun[] {
  if (direction !== 'rtl' && leftToRight.test(line)) return [{ text: line, rightToLeft: false }]
  const { levels } = bidi.getEmbeddingLevels(line, direction)
  const runs: LevelRun[] = []
  for (let start = 0, end = 1; end <= line.length; end += 1) {
    if (end < line.length && levels[end] === levels[start]) continue
    runs.push({ text: line.slice(start, end), level: levels[start] ?? 0 })
    start = end
  }
  return reorder(runs).map(({ text, level }) => ({ text, rightToLeft: level % 2 === 1 }))
}

/** UAX #9 L2: from the highest level down to 1, reverse what is at that level or above. */
function reorder(runs: readonly LevelRun[]): LevelRun[] {
  let ordered = [...runs]
  for (let level = Math.max(0, ...runs.map((run) => run.level)); level >= 1; level -= 1) {
    const next: LevelRun[] = []
    let group: LevelRun[] = []
    for (const run of ordered) {
      if (run.level >= level) group.unshift(run)
      else {
        next.push(...group, run)
        group = []
      }
    }
    ordered = [...next, ...group]
  }
  return ordered
}
