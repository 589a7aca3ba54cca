import type { AppearanceFrame } from '../appearance/appearance-stream.ts'
import { addDrawing } from '../appearance/appearance-stream.ts'
import type { FontFile } from '../appearance/font-face.ts'
import type { SharedResources } from '../appearance/shared-resources.ts'
import { archivalPart } from '../inspection/archival-part.ts'
import { copyDict, dict, name } from '../reader/objects.ts'
import type { PdfDict, PdfObject, PdfRef } from '../reader/objects.ts'
import { bytesString } from '../reader/objects.ts'
import type { Page } from '../reader/page-tree.ts'
import { textString } from '../text-string.ts'
import { numberText } from '../writer/serialise.ts'
import { add, replace } from '../writer/revision.ts'
import { addButtonAppearances } from './button-appearance.ts'
import { isTooLongForState, OFF, stateForOption, stateOfText } from './button-states.ts'
import { optionOf, textValue } from './check-value.ts'
import { flags } from './field-attributes.ts'
import { pictureAppearance } from './picture-appearance.ts'
import type {
  CheckboxPlacement,
  DropdownPlacement,
  InputPlacement,
  RadioPlacement,
  TextPlacement,
} from './placement.ts'
import { addTextAppearance } from './text-appearance.ts'
import type { FieldStyle } from './text-appearance.ts'

/** Where a widget of a new field goes. */
export interface WidgetPlace {
  readonly page: Page
  /** What any new widget says: its place on the page, and how it is turned. */
  readonly widget: PdfDict
  readonly frame: AppearanceFrame
}

/** What creating fields takes. */
export interface Creation {
  readonly shared: SharedResources
  readonly fonts: readonly FontFile[]
  /** Name of the font in the form's resources by which viewers would draw values themselves. */
  readonly defaultFont: string
}

export interface CreatedField {
  readonly ref: PdfRef
  readonly widgets: readonly { readonly ref: PdfRef; readonly page: Page }[]
}

/** One placement of a field with where it goes. */
export interface PlacedInput {
  readonly placement: InputPlacement
  readonly place: WidgetPlace
}

/** Creates a field with a widget for each of its placements. Throws `value_too_long`, `value_not_an_option`, `font_invalid`. */
export function createInputField(
  creation: Creation,
  [first, ...others]: readonly [PlacedInput, ...PlacedInput[]],
): CreatedField {
  const { revision } = creation.shared
  const all = [first, ...others]
  const field = dict(fieldEntries(creation, first.placement))
  const choices = all.flatMap(({ placement }) => (placement.kind === 'radio' ? [placement.option.value] : []))
  // What the states stand for, one entry for each button (ISO 32000-2 Table 231, Opt).
  if (choices.some(isTooLongForState)) field.entries.set('Opt', choices.map(textString))
  const widgets = all.map((one) => widgetOf(creation, one))
  const [only] = widgets
  // The buttons of a group are its kids, also where it has one (ISO 32000-2 §12.7.5.2.4).
  if (only && widgets.length === 1 && first.placement.kind !== 'radio') {
    const merged = copyDict(only)
    for (const [key, value] of field.entries) merged.entries.set(key, value)
    const ref = add(revision, merged)
    return { ref, widgets: [{ ref, page: first.place.page }] }
  }
  const ref = add(revision, field)
  const kids = widgets.map((widget) => {
    widget.entries.set('Parent', ref)
    return add(revision, widget)
  })
  field.entries.set('Kids', kids)
  replace(revision, ref, field)
  return {
    ref,
    widgets: all.flatMap(({ place: { page } }, index) => (kids[index] ? { ref: kids[index], page } : [])),
  }
}

function fieldEntries(creation: Creation, placement: InputPlacement): Record<string, PdfObject> {
  const common = { T: textString(placement.name), TU: textString(placement.label) }
  const bits =
    (placement.required === true ? flags.required : 0) |
    (placement.kind === 'picture' || placement.readOnly === true ? flags.readOnly : 0)
  switch (placement.kind) {
    case 'text': {
      const { multiline = false, comb = false, maxLength } = placement
      const own = (multiline ? flags.multiline : 0) | (comb ? flags.comb : 0)
      return {
        FT: name('Tx'),
        ...common,
        Ff: bits | own,
        ...(maxLength === undefined ? {} : { MaxLen: maxLength }),
        ...textEntries(creation, placement),
        V: textString(shownText(placement).stored),
      }
    }
    case 'dropdown':
      return {
        FT: name('Ch'),
        ...common,
        Ff: bits | flags.combo,
        Opt: placement.options.map(({ value, label }) => [textString(value), textString(label)]),
        ...textEntries(creation, placement),
        V: textString(shownText(placement).stored),
      }
    case 'checkbox':
      return { FT: name('Btn'), ...common, Ff: bits, V: name(placement.value === true ? ON : OFF) }
    case 'radio':
      return {
        FT: name('Btn'),
        ...common,
        Ff: bits | flags.radio,
        V: name(placement.value ? stateOfText(stateForOption(placement.value)) : OFF),
      }
    case 'picture':
      return { FT: name('Btn'), ...common, Ff: bits | flags.pushbutton }
  }
}

/** The state in which a new check box is on. */
const ON = 'Yes'
const quadding = { left: 0, center: 1, right: 2 } as const

function textEntries(
  { defaultFont }: Creation,
  { fontSize = 0, alignment = 'left' }: TextPlacement | DropdownPlacement,
): Record<string, PdfObject> {
  const appearance = `/${defaultFont} ${numberText(fontSize)} Tf 0 g`
  return { DA: bytesString(Buffer.from(appearance, 'latin1')), Q: quadding[alignment] }
}

function shownText(placement: TextPlacement | DropdownPlacement): { stored: string; shown: string } {
  const { name: fieldName, value = '' } = placement
  if (placement.kind === 'dropdown') {
    const option = optionOf(fieldName, value, placement.options)
    return { stored: option?.value ?? '', shown: option?.label ?? '' }
  }
  const { multiline = false, maxLength } = placement
  const text = textValue(fieldName, value, { multiline, ...(maxLength === undefined ? {} : { maxLength }) })
  return { stored: text, shown: text }
}

function widgetOf(creation: Creation, { placement, place }: PlacedInput): PdfDict {
  const widget = copyDict(place.widget)
  for (const [key, value] of shownEntries(creation, placement, place.frame)) widget.entries.set(key, value)
  return widget
}

/** Every widget has an appearance, as PDF/A wants and whatever the viewer can draw itself. */
function shownEntries(
  { shared, fonts }: Creation,
  placement: InputPlacement,
  frame: AppearanceFrame,
): [string, PdfObject][] {
  switch (placement.kind) {
    case 'text':
    case 'dropdown': {
      const { ref } = addTextAppearance(shared, frame, shownText(placement).shown, newStyle(placement), fonts)
      return [['AP', dict({ N: ref })]]
    }
    case 'checkbox':
    case 'radio':
      return buttonEntries(shared, placement, frame)
    case 'picture': {
      const empty = addDrawing(shared, frame, '')
      return pictureAppearance(empty, archivalPart(shared.revision.document) !== undefined)
    }
  }
}

function newStyle(placement: TextPlacement | DropdownPlacement): FieldStyle {
  const { fontSize = 0, alignment = 'left' } = placement
  const isText = placement.kind === 'text'
  return {
    size: fontSize,
    colour: [0, 0, 0],
    alignment,
    multiline: isText && placement.multiline === true,
    ...(isText && placement.comb === true && placement.maxLength ? { cells: placement.maxLength } : {}),
    characteristics: { width: 0, style: 'solid', dash: [] },
  }
}

function buttonEntries(
  shared: SharedResources,
  placement: CheckboxPlacement | RadioPlacement,
  frame: AppearanceFrame,
): [string, PdfObject][] {
  const { on, off } = addButtonAppearances(shared, frame, placement.kind)
  const state = placement.kind === 'radio' ? stateOfText(stateForOption(placement.option.value)) : ON
  const isOn =
    placement.kind === 'radio' ? placement.option.value === placement.value : placement.value === true
  return [
    ['AP', dict({ N: dict({ [state]: on, [OFF]: off }) })],
    ['AS', name(isOn ? state : OFF)],
    // What is read out for a button of a group, whose name is that of the group.
    ...(placement.kind === 'radio'
      ? [['Contents', textString(placement.option.label)] satisfies [string, PdfObject]]
      : []),
  ]
}
