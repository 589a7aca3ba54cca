import { formOf, inheritedEntry } from '../../fields/field-attributes.ts'
import { choicesOf } from '../../fields/field-options.ts'
import { inputKind } from '../../fields/input-kind.ts'
import { drawnText } from '../../inspection/drawn-text.ts'
import type { DrawnLines } from '../../inspection/drawn-text.ts'
import { dictEntry, entryOf, resolve } from '../../reader/document.ts'
import type { PdfDocument } from '../../reader/document.ts'
import type { FormField } from '../../reader/form-fields.ts'
import type { PdfDict, PdfStream } from '../../reader/objects.ts'
import { isVisible } from './appearance-changes.ts'
import type { Comparison } from './comparison.ts'
import { areOfFrame, frameOf, matrixOf } from './field-frame.ts'
import type { Frame } from './field-frame.ts'
import { isFormattedText } from './formatted-text.ts'
import { isLegible } from './legible-text.ts'
import type { Setting } from './legible-text.ts'
import { sameObject } from './references.ts'
import { matchesText } from './matches-text.ts'
import { permissionsOf } from './permissions.ts'
import { hasMadePictures } from './redrawn-buttons.ts'
import { appearancesOf, hasNormalAppearance, isFormatted, isStateHeld, textsOf } from './shown-values.ts'
import { haveKnownGlyphs, signedFonts } from './sound-fonts.ts'
import type { SignedFonts } from './sound-fonts.ts'

/**
 * Whether a field that was filled in shows what viewers make of a value, and nothing else: text, a background, a border. By
 * anything else it could show what looks like content of the page. The text has to be read as the value, in glyphs that are known
 * to be what they stand for. What a check box or a place for a picture shows has rules of its own.
 */
export function isPlainlyFilled(comparison: Comparison, field: FormField, now: FormField): boolean {
  const { before, after } = comparison
  const shown = now.widgets.filter(({ dict }) => isVisible(after, dict))
  const kind = inputKind(after, now)
  if (kind === undefined) return shown.length === 0
  if (kind === 'picture') return isSignedSince(comparison, now)
  if (kind !== 'text' && kind !== 'dropdown')
    return isStateHeld(after, now) && !hasMadePictures(comparison, field)
  const fonts = signedFonts(before, field)
  const texts = holdsText(after, now, kind) ? textsOf(after, now) : undefined
  const isSameValue = sameObject(resolve(before, field.value), resolve(after, now.value))
  if (!texts || (kind === 'dropdown' && !isUnambiguous(after, now, texts))) return shown.length === 0
  return shown.every(({ ref, dict }) => {
    const old = field.widgets.find((one) => one.ref?.num === ref?.num)
    const had = old ? appearancesOf(before, old.dict) : []
    // Without one, each viewer draws the value as it likes, or nothing.
    if (!hasNormalAppearance(after, dict)) return texts[0]?.trim() === ''
    return appearancesOf(after, dict).every(
      (drawing) =>
        (isSameValue && had.some((one) => sameObject(one, drawing))) ||
        isPlain(comparison, { field: now, widget: dict, drawing, texts, fonts }),
    )
  })
}

/** A picture has no value to tell what it shows: a signature made since has to be for it. */
const isSignedSince = ({ before, after }: Comparison, { name }: FormField): boolean =>
  permissionsOf(before).mayFill(name) && !permissionsOf(after).mayFill(name)

/**
 * Whether it holds one text. A list of values, and rich text beside the value (ISO 32000-2 Tables 228 and 234), say more than is
 * shown; so does XFA, by which some viewers show another value.
 */
function holdsText(document: PdfDocument, field: FormField, kind: 'text' | 'dropdown'): boolean {
  const value = resolve(document, field.value)
  const isOne = !Array.isArray(value) || (kind === 'dropdown' && value.length <= 1)
  const isPlainForm = formOf(document)?.entries.has('XFA') !== true
  return isOne && isPlainForm && inheritedEntry(document, field.dict, 'RV') === null
}

/** Whether nothing else is shown for the same choice, nor the same for another one. */
function isUnambiguous(document: PdfDocument, field: FormField, [text]: readonly string[]): boolean {
  const choices = choicesOf(document, field)
  const labels = new Set(choices.filter(({ value }) => value === text).map(({ label }) => label))
  const shown = new Set([text, ...labels])
  return labels.size <= 1 && choices.every(({ value, label }) => value === text || !shown.has(label))
}

interface Showing {
  readonly field: FormField
  readonly widget: PdfDict
  readonly drawing: PdfStream
  /** What the field may show. */
  readonly texts: readonly string[]
  readonly fonts: SignedFonts
}

/** Entries of a form XObject that add nothing to what its content draws (ISO 32000-2 Table 93). */
const plainEntries = new Set(
  'Type Subtype FormType BBox Matrix Resources Length Filter DecodeParms Name LastModified PieceInfo StructParent StructParents'.split(
    ' ',
  ),
)

function isPlain(comparison: Comparison, { field, widget, drawing, texts, fonts }: Showing): boolean {
  const { after } = comparison
  if (![...drawing.dict.entries.keys()].every((key) => plainEntries.has(key))) return false
  // To some readers it ends elsewhere.
  if (entryOf(after, drawing.dict, 'Length') !== drawing.data.length) return false
  const drawn = drawnText(after, drawing)
  const frame = drawn?.edges && frameOf(after, widget, drawing)
  if (!frame || !drawn.edges) return false
  return (
    areOfFrame(drawn.edges, frame) &&
    texts.some((text) => isShownAs(drawn.lines, text, isFormatted(after, field))) &&
    isLegible(drawn.glyphs, settingOf(after, widget, drawing, frame)) &&
    haveKnownGlyphs(comparison, drawn.glyphs, drawnTexts(texts, drawn.lines), fonts)
  )
}

const isShownAs = (lines: DrawnLines, text: string, isByScript: boolean): boolean =>
  matchesText(lines, text) || (isByScript && isFormattedText(textIn(lines), text))

const textIn = (lines: DrawnLines): string => lines.map((tokens) => tokens.join('')).join('\n')

/** What a script makes of a value is in other letters. */
const drawnTexts = (texts: readonly string[], lines: DrawnLines): string[] => [...texts, textIn(lines)]

/** How the text is set on the page. */
function settingOf(document: PdfDocument, widget: PdfDict, drawing: PdfStream, frame: Frame): Setting {
  const [a = 1, b = 0] = matrixOf(document, drawing)
  const page = dictEntry(document, widget, 'P')
  const turns = [
    dictEntry(document, widget, 'MK')?.entries.get('R'),
    page && inheritedEntry(document, page, 'Rotate'),
  ].map((value) => resolve(document, value))
  return {
    scale: frame.scale,
    isComb: frame.cells > 0,
    turn: Math.round((Math.atan2(b, a) * 2) / Math.PI),
    mayBeUpsideDown: turns.some((turn) => typeof turn === 'number' && Math.abs(turn % 360) === 180),
  }
}
