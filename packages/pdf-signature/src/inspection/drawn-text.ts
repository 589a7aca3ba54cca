import { PdfError } from '../pdf-error.ts'
import { spend } from '../reader/budget.ts'
import { dictEntry, entryOf, resolve } from '../reader/document.ts'
import type { PdfDocument } from '../reader/document.ts'
import { decodeStream } from '../reader/filters.ts'
import { readRegular, skipWhite } from '../reader/lexer.ts'
import type { Cursor } from '../reader/lexer.ts'
import { isName, isString } from '../reader/objects.ts'
import type { PdfDict, PdfObject, PdfStream } from '../reader/objects.ts'
import { parseObject } from '../reader/parser.ts'
import { rectOf } from '../reader/page-geometry.ts'
import type { UserRect } from '../reader/page-geometry.ts'
import { hasItsOperands } from './content-operators.ts'
import { DrawnColours } from './drawn-colours.ts'
import { DrawnEdges } from './drawn-edges.ts'
import type { DrawnEdge } from './drawn-edges.ts'
import { GlyphList } from './drawn-glyphs.ts'
import type { DrawnGlyph } from './drawn-glyphs.ts'
import { fontText } from './font-text.ts'
import type { FontText } from './font-text.ts'
import { matrixOf, TextPosition } from './text-position.ts'

/** The lines that a form XObject draws, each as what its glyphs stand for, in the order in which they are drawn. */
export type DrawnLines = readonly (readonly string[])[]

export interface DrawnText {
  readonly lines: DrawnLines
  /** Of the lines, what isn't outside of the form's bounding box, to which it is clipped (ISO 32000-2 §8.10.2). */
  readonly visible: DrawnLines
  /** What is painted besides text, and clipped to; undefined where that can't be told by its edges. */
  readonly edges: readonly DrawnEdge[] | undefined
  /** One by one, those that are spaces as well. */
  readonly glyphs: readonly DrawnGlyph[]
}

interface State {
  readonly position: TextPosition
  readonly paths: DrawnEdges
  readonly colours: DrawnColours
  readonly glyphs: GlyphList
  /** Undefined where it cannot be told: then nothing counts as outside of it. */
  readonly box: UserRect | undefined
  readonly visible: string[][]
  readonly fonts: Map<string, SelectedFont | undefined>
  font: SelectedFont | undefined
  /** Text that is neither filled nor stroked is not to be seen (ISO 32000-2 §9.3.6). */
  isDrawn: boolean
  readonly saved: Pick<State, 'font' | 'isDrawn'>[]
  /** Whether the next text is on a line of its own. */
  isNewLine: boolean
  readonly lines: string[][]
  /** Glyphs so far. */
  count: number
}

/** A font with what the resources call it by: a reference, or the dictionary itself. */
interface SelectedFont extends FontText {
  readonly held: PdfObject
}

/** No value that people fill in has more. */
const glyphsAtMost = 20_000
/** The longest list of operands is that of a colour, which has 32 at most (ISO 32000-2 Annex C). */
const operandsAtMost = 40

const unknown = (): PdfError => new PdfError('damaged', 'It cannot be told what the glyphs stand for')

/**
 * The text a form XObject draws; undefined where that cannot be told: another drawing within it, or a font that does not
 * say what its glyphs stand for. What is said beside the glyphs (/ActualText) is not what is seen.
 */
export function drawnText(document: PdfDocument, drawing: PdfStream): DrawnText | undefined {
  const box = rectOf(document, drawing.dict.entries.get('BBox'))
  const state: State = {
    position: new TextPosition(),
    paths: new DrawnEdges(),
    colours: new DrawnColours(document, resourcesOf(document, drawing, 'ColorSpace')),
    glyphs: new GlyphList(box),
    box,
    visible: [],
    fonts: new Map(),
    font: undefined,
    isDrawn: true,
    saved: [],
    isNewLine: true,
    lines: [],
    count: 0,
  }
  try {
    const bytes = decodeStream(drawing, document.budget, (object) => resolve(document, object))
    const cursor: Cursor = { bytes, pos: 0, budget: document.budget }
    let operands: PdfObject[] = []
    for (skipWhite(cursor); cursor.pos < bytes.length; skipWhite(cursor)) {
      const operator = readOperator(cursor, state.paths)
      if (operands.length > operandsAtMost) return undefined
      if (operator === undefined) operands.push(parseObject(cursor))
      else {
        if (!hasItsOperands(operator, operands.length)) state.paths.give()
        if (!apply(document, drawing, state, operator, operands)) return undefined
        operands = []
      }
    }
    return {
      lines: state.lines,
      visible: state.visible,
      edges: state.paths.edges,
      glyphs: state.glyphs.glyphs,
    }
  } catch (error) {
    if (error instanceof PdfError && error.code !== 'too_complex') return undefined
    throw error
  }
}

/** A word that is no operand. */
function readOperator(cursor: Cursor, paths: DrawnEdges): string | undefined {
  const start = cursor.pos
  const word = readRegular(cursor)
  // To some readers it is another number, or none.
  if (/^[-+.\d]/.test(word) && !/^[-+]?(?:\d+\.?\d*|\.\d+)$/.test(word)) paths.give()
  const isOperator = /^(?!true$|false$|null$)[A-Za-z'"]/.test(word)
  if (!isOperator) cursor.pos = start
  return isOperator ? word : undefined
}

/** False for an operator by which something is drawn that is not looked into. */
function apply(
  document: PdfDocument,
  drawing: PdfStream,
  state: State,
  operator: string,
  operands: readonly PdfObject[],
): boolean {
  const last = operands.at(-1) ?? null
  const number = (value: PdfObject | undefined): number => (typeof value === 'number' ? value : 0)
  place(state.position, operator, operands)
  state.paths.follow(operator, operands, state.position)
  state.colours.follow(operator, operands)
  followAreas(state, operator)
  switch (operator) {
    case 'Do':
    case 'BI':
    case 'sh':
      return false
    case 'q':
      state.saved.push({ font: state.font, isDrawn: state.isDrawn })
      return true
    case 'Q':
      Object.assign(state, state.saved.pop())
      return true
    case 'Tf':
      state.font = isName(operands[0]) ? fontNamed(document, drawing, state, operands[0].name) : undefined
      return true
    case 'Tr':
      state.isDrawn = number(last) !== 3 && number(last) !== 7
      // Outlines may be of any width, and what is painted next is cut to the glyphs (ISO 32000-2 §9.3.6).
      if (number(last) !== 0 && number(last) !== 3) state.paths.give()
      return true
    case 'scn':
    case 'SCN':
      // A pattern may be any drawing.
      if (isName(last)) state.paths.give()
      return true
    case 'BDC':
      // Who sees what follows depends on the viewer (ISO 32000-2 §8.11.3.2).
      if (isName(operands[0]) && operands[0].name === 'OC') state.paths.give()
      return true
    case 'gs':
      applyState(document, drawing, state, last)
      return true
    case 'BT':
    case 'T*':
      state.isNewLine = true
      return true
    case 'Td':
    case 'TD':
      state.isNewLine ||= number(operands[1]) !== 0
      return true
    case "'":
    case '"':
      state.isNewLine = true
      show(document, state, last)
      return true
    case 'Tj':
      show(document, state, last)
      return true
    case 'TJ':
      for (const item of Array.isArray(last) ? last : []) {
        if (typeof item === 'number') state.position.adjust(item)
        show(document, state, item)
      }
      return true
    default:
      return true
  }
}

/**
 * What is filled is beneath what follows and over what was drawn before; text is cut to what is clipped to. Of a drawing that edges
 * don't tell nobody asks, and it may fill any number of areas.
 */
function followAreas({ paths, glyphs, colours }: State, operator: string): void {
  if (!paths.edges) return
  if (operator === 'q') glyphs.save()
  if (operator === 'Q') glyphs.restore()
  if (paths.filled) glyphs.paintOver(paths.filled, colours.fill)
  if (paths.clipped) glyphs.clipTo(paths.clipped)
}

/** What draws with other strength, but nothing else: a graphics state can have a mask of any shape, and a font. */
const plainStates = new Set('Type CA ca AIS SA OP op OPM'.split(' '))

function applyState(document: PdfDocument, drawing: PdfStream, state: State, label: PdfObject): void {
  const states = resourcesOf(document, drawing, 'ExtGState')
  const held = states && isName(label) ? dictEntry(document, states, label.name) : undefined
  if (held && [...held.entries.keys()].every((key) => plainStates.has(key))) state.colours.applyState(held)
  else state.paths.give()
}

function resourcesOf(document: PdfDocument, drawing: PdfStream, kind: string): PdfDict | undefined {
  const resources = dictEntry(document, drawing.dict, 'Resources')
  return resources && dictEntry(document, resources, kind)
}

/** Follows what moves text, before the operator shows any. */
function place(position: TextPosition, operator: string, operands: readonly PdfObject[]): void {
  const [x = 0, y = 0] = operands.map((value) => (typeof value === 'number' ? value : 0))
  if (operator === 'q') position.save()
  if (operator === 'Q') position.restore()
  if (operator === 'cm') position.transform(matrixOf(operands))
  if (operator === 'BT') position.begin()
  if (operator === 'Tm') position.begin(matrixOf(operands))
  const { text } = position
  if (operator === 'Tf') text.size = y
  if (operator === 'TL') text.leading = x
  if (operator === 'TD') text.leading = -y
  if (operator === 'Tc') text.spacing = x
  if (operator === 'Tw') text.wordSpacing = x
  if (operator === 'Tz') text.stretch = x / 100
  if (operator === 'Ts') text.rise = x
  if (operator === '"') [text.wordSpacing, text.spacing] = [x, y]
  if (operator === 'Td' || operator === 'TD') position.nextLine(x, y)
  if (operator === 'T*' || operator === "'" || operator === '"') position.nextLine(0, -text.leading)
}

function fontNamed(
  document: PdfDocument,
  drawing: PdfStream,
  state: State,
  label: string,
): SelectedFont | undefined {
  if (state.fonts.has(label)) return state.fonts.get(label)
  const fonts = resourcesOf(document, drawing, 'Font')
  const font = fonts && dictEntry(document, fonts, label)
  const read = font && isName(entryOf(document, font, 'Subtype')) ? fontText(document, font) : undefined
  const selected = read && { ...read, held: fonts?.entries.get(label) ?? null }
  state.fonts.set(label, selected)
  return selected
}

function show({ budget }: PdfDocument, state: State, value: PdfObject): void {
  if (!isString(value) || !state.isDrawn) return
  const { font, lines } = state
  if (!font) throw unknown()
  state.count += 1 + value.bytes.length / font.width
  if (state.count > glyphsAtMost) throw unknown()
  // Any number of fields may share one drawing.
  spend(budget, value.bytes.length)
  if (state.isNewLine) {
    lines.push([])
    state.visible.push([])
  }
  state.isNewLine = false
  const { position, box, visible, glyphs, colours } = state
  const isSeen = !box || !position.isOutside(box, value.bytes.length / font.width)
  const tokens = lines.at(-1) ?? []
  const seen = isSeen ? (visible.at(-1) ?? []) : []
  for (let at = 0; at + font.width <= value.bytes.length; at += font.width) {
    const high = value.bytes[at] ?? 0
    const code = font.width === 1 ? high : high * 256 + (value.bytes[at + 1] ?? 0)
    const text = font.textOf(code)
    // A glyph without a text of its own belongs to the one beside it, as marks and parts of letters do.
    if (text === undefined && font.width === 1) throw unknown()
    glyphs.add(position.placeGlyph(font.widthOf(code), font.width === 1 && code === 32), {
      text: text ?? '',
      code,
      font: font.held,
      paint: colours.fill,
    })
    tokens.push(text ?? '')
    seen.push(text ?? '')
  }
}
