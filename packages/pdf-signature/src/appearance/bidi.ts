/** A run of text in one direction, in the order in which it is shown. */
export interface DirectionRun {
  readonly text: string
  readonly rightToLeft: boolean
}

const strongRight =
  /\p{Script=Hebrew}|\p{Script=Arabic}|\p{Script=Syriac}|\p{Script=Thaana}|\p{Script=Nko}|\p{Script=Adlam}/u
const strongLeft = /\p{L}/u
const digit = /\p{Nd}/u
const mark = /\p{M}/u

/**
 * Splits a line into runs in display order: the Unicode Bidirectional Algorithm (UAX #9) without explicit embeddings,
 * which a name or a reason does not need. The first strong character gives the direction of the line.
 */
export function directionRuns(line: string): DirectionRun[] {
  const characters = [...line]
  const levels = embeddingLevels(characters)
  const runs: { text: string; level: number }[] = []
  characters.forEach((character, index) => {
    const level = levels[index] ?? 0
    const last = runs.at(-1)
    if (last && last.level === level) last.text += character
    else runs.push({ text: character, level })
  })
  return reorder(runs).map(({ text, level }) => ({ text, rightToLeft: level % 2 === 1 }))
}

type Strength = 'left' | 'right' | 'digit' | 'neutral'

function strengthOf(character: string): Strength {
  if (digit.test(character)) return 'digit'
  if (strongRight.test(character)) return 'right'
  return strongLeft.test(character) ? 'left' : 'neutral'
}

const arabic = /\p{Script=Arabic}|\p{Script=Syriac}|\p{Script=Thaana}/u
const commonSeparator = /[,./:\u00a0]/u
const europeanSeparator = /[+-]/u

/** UAX #9 W2 and W4: what separates the digits of a number (a time, a date) belongs to it; a hyphen not after Arabic. */
function joinNumbers(kinds: Strength[], characters: readonly string[]): void {
  let afterArabic = false
  characters.forEach((character, index) => {
    if (kinds[index] === 'left' || kinds[index] === 'right') afterArabic = arabic.test(character)
    const isBetween = kinds[index - 1] === 'digit' && kinds[index + 1] === 'digit'
    if (!isBetween || kinds[index] !== 'neutral') return
    const joins = commonSeparator.test(character) || (!afterArabic && europeanSeparator.test(character))
    if (joins) kinds[index] = 'digit'
  })
}

function embeddingLevels(characters: readonly string[]): number[] {
  const kinds: Strength[] = []
  for (const character of characters) {
    const previous = kinds.at(-1)
    kinds.push(mark.test(character) && previous ? previous : strengthOf(character)) // UAX #9 W1
  }
  joinNumbers(kinds, characters)
  const base = kinds.find((kind) => kind === 'left' || kind === 'right') === 'right' ? 1 : 0
  const resolved = resolveNeutrals(kinds, base)
  return kinds.map((_, index) => {
    const kind = resolved[index]
    if (kind === 'right') return 1
    if (kind === 'digit') return base === 1 || followsRight(resolved, index) ? 2 : 0
    return base === 1 ? 2 : 0
  })
}

/** UAX #9 N1 and N2: between two of the same direction neutrals take it, else that of the line; digits count as right after right. */
function resolveNeutrals(kinds: readonly Strength[], base: number): Strength[] {
  const resolved = [...kinds]
  const lineDirection: Strength = base === 1 ? 'right' : 'left'
  for (let start = 0; start < kinds.length; start++) {
    if (kinds[start] !== 'neutral') continue
    let end = start
    while (kinds[end] === 'neutral') end++
    const before = sideOf(resolved, start - 1, lineDirection)
    const after = end < kinds.length ? sideOf(kinds, end, lineDirection) : lineDirection
    resolved.fill(before === after ? before : lineDirection, start, end)
    start = end - 1
  }
  return resolved
}

function sideOf(kinds: readonly Strength[], index: number, lineDirection: Strength): Strength {
  const kind = kinds[index]
  if (kind === undefined) return lineDirection
  if (kind !== 'digit') return kind
  return lineDirection === 'right' || followsRight(kinds, index) ? 'right' : 'left'
}

function followsRight(kinds: readonly Strength[], index: number): boolean {
  for (let i = index - 1; i >= 0; i--) {
    if (kinds[i] === 'right') return true
    if (kinds[i] === 'left') return false
  }
  return false
}

/** UAX #9 L2: from the highest level down to 1, reverse what is at that level or above. */
function reorder<T extends { level: number }>(runs: readonly T[]): T[] {
  let ordered = [...runs]
  for (const level of [2, 1]) {
    const next: T[] = []
    let group: T[] = []
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
