import { onState, OFF, shownState } from '../../fields/button-states.ts'
import { formOf, inheritedEntry } from '../../fields/field-attributes.ts'
import { choicesOf } from '../../fields/field-options.ts'
import { inputKind } from '../../fields/input-kind.ts'
import { drawnText } from '../../inspection/drawn-text.ts'
import type { DrawnText } from '../../inspection/drawn-text.ts'
import { isOfOneObject } from '../../reader/budget.ts'
import { dictEntry, entryOf, resolve } from '../../reader/document.ts'
import type { PdfDocument } from '../../reader/document.ts'
import { listFormFields } from '../../reader/form-fields.ts'
import type { FormField } from '../../reader/form-fields.ts'
import { isDict, isName, isStream, isString } from '../../reader/objects.ts'
import type { PdfDict, PdfStream } from '../../reader/objects.ts'
import { decodeTextString } from '../../text-string.ts'
import { isVisible } from './appearance-changes.ts'
import { matchesText } from './matches-text.ts'

/** How what a field shows departs from the value it holds. */
export type Difference = 'shows_other' | 'shows_nothing'

const known = new WeakMap<PdfDocument, Map<FormField['dict'], Difference | null>>()

/**
 * Whether a widget of the field shows something else than the value that the field holds (ISO 32000-2 §12.7.4.3): the
 * page and the data would not say the same. Undefined where they do, or where it cannot be told.
 */
export function differenceOf(document: PdfDocument, field: FormField): Difference | undefined {
  const remembered = known.get(document) ?? new Map<FormField['dict'], Difference | null>()
  known.set(document, remembered)
  let found = remembered.get(field.dict)
  if (found === undefined) remembered.set(field.dict, (found = compare(document, field) ?? null))
  return found ?? undefined
}

/** All fields of the form that show something else than they hold, or that can't be looked into: they could. */
export const fieldsShowingOther = (document: PdfDocument): string[] =>
  listFormFields(document)
    .filter((field) => mayShowOther(document, field))
    .map(({ name }) => name)

function mayShowOther(document: PdfDocument, field: FormField): boolean {
  try {
    return differenceOf(document, field) !== undefined
  } catch (error) {
    if (isOfOneObject(error, document.budget)) return true
    throw error
  }
}

function compare(document: PdfDocument, field: FormField): Difference | undefined {
  const form = formOf(document)
  // Viewers are asked to draw it, or a script says how it is written: what the file has is not what is shown.
  if (!form || entryOf(document, form, 'NeedAppearances') === true || isFormatted(document, field))
    return undefined
  const visible = field.widgets.filter(({ dict }) => isVisible(document, dict))
  switch (inputKind(document, field)) {
    case 'text':
    case 'dropdown': {
      const texts = textsOf(document, field)
      const found = texts ? visible.map(({ dict }) => textDifference(document, dict, texts)) : []
      return found.includes('shows_other') ? 'shows_other' : found.find((one) => one !== undefined)
    }
    case 'checkbox':
    case 'radio':
      return visible.some(({ dict }) => isInOtherState(document, field, dict)) ? 'shows_other' : undefined
    case 'picture':
    case undefined:
      return undefined
  }
}

export const isFormatted = (document: PdfDocument, field: FormField): boolean =>
  [field.dict, ...field.widgets.map(({ dict }) => dict)].some(
    (dict) => dictEntry(document, dict, 'AA')?.entries.has('F') === true,
  )

/** In bytes: no value that people fill in has more. */
const longest = 40_000

/** What the field may show: its text, or of a choice what stands for it as well. Undefined for a value that is no short text. */
export function textsOf(document: PdfDocument, field: FormField): string[] | undefined {
  const value = resolve(document, field.value)
  const first = Array.isArray(value) ? resolve(document, value[0]) : value
  if (first !== null && !(isString(first) && first.bytes.length <= longest)) return undefined
  const text = first === null ? '' : decodeTextString(first.bytes)
  const choices = field.type === 'Ch' ? choicesOf(document, field) : []
  return [text, ...choices.filter((choice) => choice.value === text).map(({ label }) => label)]
}

function textDifference(
  document: PdfDocument,
  widget: PdfDict,
  texts: readonly string[],
): Difference | undefined {
  const drawn = appearancesOf(document, widget).map((appearance) => drawnText(document, appearance))
  const others = drawn.filter((found) => found && !texts.some((text) => matchesText(found.lines, text)))
  if (others.length === 0) return drawn.some(isOutside) ? 'shows_nothing' : undefined
  return others.every((found) => found && matchesText(found.lines, '')) ? 'shows_nothing' : 'shows_other'
}

/** Drawn where nobody sees it. Text that overflows its box begins within it, so that an ordinary form has none of this. */
const isOutside = (found: DrawnText | undefined): boolean =>
  found !== undefined && !matchesText(found.lines, '') && matchesText(found.visible, '')

/** What a widget draws as it is, under the pointer and while it is pressed (ISO 32000-2 Table 170), in the state it is in. */
export function appearancesOf(
  document: PdfDocument,
  widget: PdfDict,
  kinds: readonly string[] = ['N', 'R', 'D'],
): PdfStream[] {
  const appearances = dictEntry(document, widget, 'AP')
  const state = entryOf(document, widget, 'AS')
  return kinds.flatMap((key) => {
    const held = appearances ? entryOf(document, appearances, key) : null
    const shown = isDict(held) && isName(state) ? entryOf(document, held, state.name) : held
    return isStream(shown) ? [shown] : []
  })
}

/** Whether a widget has what is shown while nothing is done to it; viewers have no other to show. */
export const hasNormalAppearance = (document: PdfDocument, widget: PdfDict): boolean =>
  appearancesOf(document, widget, ['N']).length > 0

function isInOtherState(document: PdfDocument, field: FormField, widget: PdfDict): boolean {
  const value = inheritedEntry(document, field.dict, 'V')
  if (!isName(value) || !widget.entries.has('AS')) return false
  const own = onState(document, widget)
  return shownState(document, widget) !== (value.name === own ? own : OFF)
}

/**
 * Whether each button of a field says in which state it is, and the field holds that: one that says nothing of it is on to some
 * viewers, and a value of another type to no reader of the data (ISO 32000-2 §12.7.5.2.3).
 */
export function isStateHeld(document: PdfDocument, field: FormField): boolean {
  const value = inheritedEntry(document, field.dict, 'V')
  const held = isName(value) ? value.name : value === null ? OFF : undefined
  return field.widgets.every(({ dict }) => {
    const own = onState(document, dict)
    return (
      held !== undefined &&
      dict.entries.has('AS') &&
      shownState(document, dict) === (held === own ? own : OFF)
    )
  })
}
