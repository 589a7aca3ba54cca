import { standardRgb } from '../appearance/embed-image.ts'
import { colourOf } from '../fields/default-appearance.ts'
import type { Colour } from '../fields/default-appearance.ts'
import { entryOf, resolve } from '../reader/document.ts'
import type { PdfDocument } from '../reader/document.ts'
import { isName } from '../reader/objects.ts'
import type { PdfDict, PdfObject } from '../reader/objects.ts'
import { sameObject } from '../validation/changes/references.ts'

/** How many parts a colour has. */
type Space = 1 | 3 | 4 | undefined

/** What is painted with (ISO 32000-2 §8.6); a colour is undefined where it can't be told what it looks like. */
interface Paint {
  readonly space: Space
  readonly colour: Colour | undefined
  /** 0 for what is not to be seen. */
  readonly alpha: number
}

const black: Paint = { space: 1, colour: [0, 0, 0], alpha: 1 }
const device: Readonly<Record<string, Space>> = { DeviceGray: 1, DeviceRGB: 3, DeviceCMYK: 4 }
const inDevice: Readonly<Record<string, 1 | 3 | 4>> = { g: 1, rg: 3, k: 4 }
const savedAtMost = 28

/** Follows the colours of a drawing. */
export class DrawnColours {
  fill = black
  stroke = black
  readonly #saved: (readonly [Paint, Paint])[] = []
  readonly #document: PdfDocument
  readonly #spaces: PdfDict | undefined

  constructor(document: PdfDocument, spaces: PdfDict | undefined) {
    this.#document = document
    this.#spaces = spaces
  }

  follow(operator: string, operands: readonly PdfObject[]): void {
    const lower = operator.toLowerCase()
    const key = operator === lower ? 'fill' : 'stroke'
    const parts = operands.filter((value) => typeof value === 'number')
    const space = inDevice[lower]
    if (operator === 'q') {
      if (this.#saved.length < savedAtMost) this.#saved.push([this.fill, this.stroke])
    } else if (operator === 'Q') [this.fill, this.stroke] = this.#saved.pop() ?? [this.fill, this.stroke]
    else if (space) this.#set(key, this.#isDevice(space) ? space : undefined, parts)
    else if (lower === 'cs') this.#select(key, operands[0])
    else if (lower === 'sc' || lower === 'scn') this.#set(key, this[key].space, parts)
  }

  /** By a graphics state (ISO 32000-2 Table 57). */
  applyState(state: PdfDict): void {
    const [fill, stroke] = ['ca', 'CA'].map((key) => entryOf(this.#document, state, key))
    if (typeof fill === 'number') this.fill = { ...this.fill, alpha: fill }
    if (typeof stroke === 'number') this.stroke = { ...this.stroke, alpha: stroke }
  }

  #set(key: 'fill' | 'stroke', space: Space, parts: readonly number[]): void {
    const colour = space === parts.length ? colourOf(parts) : undefined
    this[key] = { ...this[key], space, colour }
  }

  /** A space that is selected begins with black. */
  #select(key: 'fill' | 'stroke', label: PdfObject | undefined): void {
    const space = isName(label) ? this.#spaceNamed(label.name) : undefined
    this[key] = { ...this[key], space, colour: space && [0, 0, 0] }
  }

  #spaceNamed(label: string): Space {
    const own = device[label]
    if (own) return this.#isDevice(own) ? own : undefined
    const held = resolve(this.#document, this.#spaces?.entries.get(label))
    if (isName(held) && held.name in device) return this.#spaceNamed(held.name)
    // Any other could turn black into white.
    return sameObject(standardRgb(), held) ? 3 : undefined
  }

  /** Resources may put another space in its place (ISO 32000-2 §8.6.5.6). */
  #isDevice(space: 1 | 3 | 4): boolean {
    const label = { 1: 'DefaultGray', 3: 'DefaultRGB', 4: 'DefaultCMYK' }[space]
    return !this.#spaces?.entries.has(label)
  }
}
