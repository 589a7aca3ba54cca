import { addAppearance } from '../appearance/appearance-stream.ts'
import type { FontFile } from '../appearance/font-face.ts'
import type { SharedResources } from '../appearance/shared-resources.ts'
import { archivalPart } from '../inspection/archival-part.ts'
import { PdfError } from '../pdf-error.ts'
import type { FormField } from '../reader/form-fields.ts'
import { copyDict, dict, isDict, name } from '../reader/objects.ts'
import type { PdfDict, PdfObject, PdfRef } from '../reader/objects.ts'
import { textString } from '../text-string.ts'
import { permissionsOf } from '../validation/changes/permissions.ts'
import { current, replace } from '../writer/revision.ts'
import type { Revision } from '../writer/revision.ts'
import { blankValue, isBlank } from './blank-field.ts'
import { OFF, onState, stateForOption, stateOfText } from './button-states.ts'
import { optionOf, textValue } from './check-value.ts'
import { flags, flagsOf, maxLengthOf } from './field-attributes.ts'
import { choicesOf, statesOf } from './field-options.ts'
import { styleOf } from './field-style.ts'
import type { FieldValue, PictureValue } from './field-value.ts'
import { requireFillable } from './form-problem.ts'
import { inputKind } from './input-kind.ts'
import type { InputKind } from './input-kind.ts'
import { namesOfOthers } from './lock.ts'
import { pictureAppearance } from './picture-appearance.ts'
import { addTextAppearance } from './text-appearance.ts'
import { frameOf } from './widget-frame.ts'

/** What drawing values takes. */
export interface Drawing {
  readonly revision: Revision
  readonly shared: SharedResources
  readonly fonts: readonly FontFile[]
}

/** What filling in takes, and for whose signature it is done. */
export interface FieldFilling extends Drawing {
  /** All fields of the form. */
  readonly fields: readonly FormField[]
  /** Full name of the field that is signed in the same revision. */
  readonly signedField: string
}

/**
 * Writes values into input fields, draws them and makes the fields read-only; gives the characters no font has.
 * Throws, with the name of the field, `field_not_found`, `field_invalid` (filled in twice), `field_type_mismatch`,
 * `field_locked`, `value_too_long`, `value_not_an_option`, `needs_normalising`, and `form_not_fillable`.
 */
export function fillValues(filling: FieldFilling, values: readonly FieldValue[]): string[] {
  const [first] = values
  if (!first) return []
  const { document } = filling.revision
  requireFillable(document, first.name)
  const { mayFill } = permissionsOf(document)
  const others = namesOfOthers(document, filling.fields, filling.signedField)
  const filled = new Set<string>()
  return values.flatMap(({ name: fieldName, value }) => {
    const field = findField(filling.fields, fieldName)
    const kind = inputKind(document, field)
    if (filled.has(fieldName)) throw refused('field_invalid', fieldName, 'is filled in twice')
    filled.add(fieldName)
    if (kind === undefined) throw refused('field_type_mismatch', fieldName, 'takes no value')
    if (value === null && isBlank(document, field)) return []
    const isReadOnly = kind !== 'picture' && (flagsOf(document, field.dict) & flags.readOnly) !== 0
    if (isReadOnly || others.has(fieldName) || !mayFill(fieldName))
      throw refused('field_locked', fieldName, 'is locked')
    return fillField(filling, field, kind, value ?? blankValue[kind])
  })
}

function findField(fields: readonly FormField[], fieldName: string): FormField {
  const [field, ...others] = fields.filter((one) => one.name === fieldName)
  if (!field || others.length > 0) throw refused('field_not_found', fieldName, 'is not there')
  return field
}

const refused = (code: PdfError['code'], fieldName: string, what: string): PdfError =>
  new PdfError(code, `The field ${JSON.stringify(fieldName)} ${what}`, fieldName)

function fillField(
  filling: FieldFilling,
  field: FormField,
  kind: InputKind,
  value: FieldValue['value'],
): readonly string[] {
  const mismatch = (): PdfError => refused('field_type_mismatch', field.name, `is of the kind ${kind}`)
  switch (kind) {
    case 'text':
    case 'dropdown':
      if (typeof value !== 'string') throw mismatch()
      return fillText(filling, field, kind, value)
    case 'checkbox':
      if (typeof value !== 'boolean') throw mismatch()
      return switchButtons(filling, field, (state) => value && state !== OFF)
    case 'radio': {
      if (typeof value !== 'string') throw mismatch()
      const options = statesOf(filling.revision.document, field)
      // Buttons that we placed have another state for a value that is too long for one.
      const own = stateForOption(value)
      const isOwn = options.some((one) => one.value === own)
      const option = optionOf(field.name, isOwn ? own : value, options)
      const wanted = option && stateOfText(option.value)
      return switchButtons(filling, field, (state) => state === wanted || option?.value === state)
    }
    case 'picture':
      if (typeof value !== 'object' || value === null) throw mismatch()
      return fillPicture(filling, field, value)
  }
}

function fillText(
  filling: FieldFilling,
  field: FormField,
  kind: 'text' | 'dropdown',
  given: string,
): readonly string[] {
  const [stored, shown] = kind === 'text' ? textIn(filling, field, given) : choiceIn(filling, field, given)
  writeField(filling, field, { V: textString(stored) })
  return drawText(filling, field, kind, shown)
}

/** Draws a text in each widget of the field; gives the characters no font has. */
export function drawText(
  drawing: Drawing,
  field: FormField,
  kind: 'text' | 'dropdown',
  shown: string,
): readonly string[] {
  const { revision, shared, fonts } = drawing
  const { document } = revision
  return eachWidget(drawing, field, (widget, ref) => {
    const frame = frameOf(document, ref, widget)
    if (!frame) return []
    const drawn = addTextAppearance(shared, frame, shown, styleOf(document, widget, kind), fonts)
    widget.entries.set('AP', dict({ N: drawn.ref }))
    return drawn.missing
  })
}

function textIn({ revision: { document } }: FieldFilling, field: FormField, given: string): [string, string] {
  const maxLength = maxLengthOf(document, field.dict)
  const text = textValue(field.name, given, {
    multiline: (flagsOf(document, field.dict) & flags.multiline) !== 0,
    ...(maxLength === undefined ? {} : { maxLength }),
  })
  return [text, text]
}

function choiceIn(
  { revision: { document } }: FieldFilling,
  field: FormField,
  given: string,
): [string, string] {
  const option = optionOf(field.name, given, choicesOf(document, field))
  return [option?.value ?? '', option?.label ?? '']
}

/** Each button shows whether it is on; what the field holds is the state of the one that is. */
function switchButtons(filling: FieldFilling, field: FormField, isOn: (state: string) => boolean): string[] {
  const { document } = filling.revision
  const states = field.widgets.map(({ dict: widget }) => onState(document, widget) ?? OFF)
  writeField(filling, field, { V: name(states.find(isOn) ?? OFF) })
  eachWidget(filling, field, (widget) => {
    const state = onState(document, widget) ?? OFF
    widget.entries.set('AS', name(isOn(state) ? state : OFF))
    return []
  })
  return []
}

function fillPicture(filling: FieldFilling, field: FormField, value: PictureValue): readonly string[] {
  const { revision, shared, fonts } = filling
  const { document } = revision
  writeField(filling, field, {})
  return eachWidget(filling, field, (widget, ref) => {
    const frame = frameOf(document, ref, widget)
    if (!frame) return []
    const { image, lines = [] } = value
    const drawn = addAppearance(shared, frame, { lines, fonts, ...(image ? { image } : {}) })
    for (const [key, entry] of pictureAppearance(drawn.ref, archivalPart(document) !== undefined))
      widget.entries.set(key, entry)
    return drawn.missing
  })
}

/** Nobody is to type over a value that was signed: whatever becomes of the lock, viewers know the flag. */
function writeField({ revision }: FieldFilling, field: FormField, entries: Record<string, PdfObject>): void {
  if (!field.ref) throw refused('needs_normalising', field.name, 'is not an object of its own')
  const now = current(revision, field.ref)
  const updated = copyDict(isDict(now) ? now : field.dict)
  for (const [key, value] of Object.entries(entries)) updated.entries.set(key, value)
  updated.entries.set('Ff', flagsOf(revision.document, field.dict) | flags.readOnly)
  updated.entries.delete('I')
  replace(revision, field.ref, updated)
}

function eachWidget(
  { revision }: Drawing,
  field: FormField,
  change: (widget: PdfDict, ref: PdfRef) => readonly string[],
): string[] {
  return field.widgets.flatMap(({ ref, dict: original }) => {
    if (!ref) throw refused('needs_normalising', field.name, 'has a widget that is not an object of its own')
    const now = current(revision, ref)
    const updated = copyDict(isDict(now) ? now : original)
    const missing = change(updated, ref)
    replace(revision, ref, updated)
    return missing
  })
}
