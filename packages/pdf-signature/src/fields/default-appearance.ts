/** What a default appearance string says of the text of a field (ISO 32000-2 §12.7.4.3). */
export interface DefaultAppearance {
  /** In points; 0 for a size that fits. */
  readonly size: number
  /** Red, green and blue, 0 to 1. */
  readonly colour: Colour
}

export type Colour = readonly [red: number, green: number, blue: number]

/** In characters: a font, a size and a colour take fewer. */
const longest = 1000
const operation = /((?:[+-]?(?:\d+(?:\.\d*)?|\.\d+)\s+){1,4})(Tf|g|rg|k)(?=\s|$)/g

/** In points: what is set smaller than that is not meant to be read. */
const smallest = 2

/** Black, and a size that fits, where it says nothing; a size that fits as well where nobody could read what is filled in. */
export function readDefaultAppearance(source: string): DefaultAppearance {
  let [size, colour]: [number, Colour] = [0, [0, 0, 0]]
  for (const [, operands = '', operator = ''] of source.slice(0, longest).matchAll(operation)) {
    const values = operands.trim().split(/\s+/).map(Number)
    if (operator === 'Tf') size = sizeOf(values.at(-1) ?? 0)
    else colour = colourOf(values.slice(-partsOf[operator as keyof typeof partsOf])) ?? colour
  }
  return { size, colour }
}

const sizeOf = (stated: number): number => (stated < smallest ? 0 : stated)

const partsOf = { g: 1, rg: 3, k: 4 } as const

/** A colour as annotations state it: grey, RGB or CMYK by the number of its parts; none for no colour (ISO 32000-2 Table 192). */
export function colourOf(parts: readonly number[]): Colour | undefined {
  const [first = 0, second = 0, third = 0, black = 0] = parts
  if (parts.length === 1) return clamped(first, first, first)
  if (parts.length === 3) return clamped(first, second, third)
  return parts.length === 4 ? clamped(1 - first - black, 1 - second - black, 1 - third - black) : undefined
}

function clamped(...parts: readonly [number, number, number]): Colour {
  const [red, green, blue] = parts.map((part) => Math.min(1, Math.max(0, part)))
  return [red ?? 0, green ?? 0, blue ?? 0]
}
