import { openDeciphered } from '../encryption/decipher.ts'
import { pagesOfAnnotations } from '../reader/annotation-pages.ts'
import { isEncrypted, openDocument, resolve } from '../reader/document.ts'
import type { PdfDocument } from '../reader/document.ts'
import { listFormFields } from '../reader/form-fields.ts'
import type { FormField } from '../reader/form-fields.ts'
import { isString } from '../reader/objects.ts'
import { isOnPage, pageGeometry, rectOf, toDisplayRect } from '../reader/page-geometry.ts'
import { listPages } from '../reader/page-tree.ts'
import type { Page } from '../reader/page-tree.ts'
import type { PdfBytes } from '../reader/source.ts'
import { decodeTextString } from '../text-string.ts'
import { permissionsOf } from '../validation/changes/permissions.ts'
import { OFF, onState, shownState, textOfState } from './button-states.ts'
import { flags, flagsOf, inheritedEntry, maxLengthOf } from './field-attributes.ts'
import { choicesOf, statesOf } from './field-options.ts'
import { formProblem } from './form-problem.ts'
import type { InputField, InputFields, InputPlace } from './input-field.ts'
import { isHiddenWidget } from './widget-frame.ts'
import { inputKind } from './input-kind.ts'

/**
 * The input fields that a file has, to be offered for filling in: text fields, check boxes, radio groups and dropdowns
 * that a page shows. Not listed: push buttons, list boxes, and fields for passwords, files and rich text.
 * Throws what opening a file throws; a file that takes a password has none.
 */
export function listInputFields(bytes: PdfBytes): InputFields {
  const opened = openDocument(bytes)
  const document = isEncrypted(opened) ? openDeciphered(opened) : opened
  if (!document) return { fields: [] }
  const problem = formProblem(document)
  if (problem) return { fields: [], problem }
  const pages = listPages(document)
  const places = pagesOfAnnotations(document, pages)
  const { mayFill } = permissionsOf(document)
  const uses = new Map<string, number>()
  const fields = listFormFields(document)
  for (const { name } of fields) uses.set(name, (uses.get(name) ?? 0) + 1)
  return {
    fields: fields.flatMap((field) => {
      const described = uses.get(field.name) === 1 && describe(document, field, pages, places)
      if (!described || described.places.length === 0) return []
      return [mayFill(field.name) ? described : { ...described, readOnly: true }]
    }),
  }
}

function describe(
  document: PdfDocument,
  field: FormField,
  pages: readonly Page[],
  pageOf: ReadonlyMap<number, number>,
): InputField | undefined {
  const kind = inputKind(document, field)
  if (kind === undefined || kind === 'picture') return undefined
  const bits = flagsOf(document, field.dict)
  const label = inheritedEntry(document, field.dict, 'TU')
  const maxLength = kind === 'text' ? maxLengthOf(document, field.dict) : undefined
  return {
    name: field.name,
    kind,
    ...(isString(label) ? { label: decodeTextString(label.bytes) } : {}),
    required: (bits & flags.required) !== 0,
    readOnly: (bits & flags.readOnly) !== 0,
    value: kind === 'checkbox' || kind === 'radio' ? stateOf(document, field, kind) : textOf(document, field),
    options:
      kind === 'radio' ? statesOf(document, field) : kind === 'dropdown' ? choicesOf(document, field) : [],
    multiline: kind === 'text' && (bits & flags.multiline) !== 0,
    comb: maxLength !== undefined && (bits & flags.comb) !== 0,
    ...(maxLength === undefined ? {} : { maxLength }),
    places: field.widgets.flatMap(({ ref, dict }): InputPlace[] => {
      const index = ref && pageOf.get(ref.num)
      const page = index === undefined ? undefined : pages[index]
      const rect = rectOf(document, dict.entries.get('Rect'))
      if (index === undefined || !page || !rect || isHiddenWidget(document, dict)) return []
      const geometry = pageGeometry(document, page)
      const place = toDisplayRect(geometry, rect)
      if (!isOnPage(geometry, place)) return []
      const state = kind === 'radio' ? onState(document, dict) : undefined
      return [
        {
          page: index,
          ...place,
          ...(state === undefined ? {} : { option: textOfState(state) }),
        },
      ]
    }),
  }
}

function stateOf(document: PdfDocument, field: FormField, kind: 'checkbox' | 'radio'): string | boolean {
  const shown = field.widgets.map(({ dict }) => shownState(document, dict)).find((state) => state !== OFF)
  return kind === 'checkbox' ? shown !== undefined : textOfState(shown ?? '')
}

function textOf(document: PdfDocument, field: FormField): string {
  const value = resolve(document, field.value)
  const first = Array.isArray(value) ? resolve(document, value[0]) : value
  return isString(first) ? decodeTextString(first.bytes).replace(/\r\n?/g, '\n') : ''
}
