import { PdfError } from '../pdf-error.ts'
import { arrayEntry, dictEntry, entryOf } from '../reader/document.ts'
import type { PdfDocument } from '../reader/document.ts'
import { listFormFields } from '../reader/form-fields.ts'
import type { PdfDict } from '../reader/objects.ts'
import { formOf } from './field-attributes.ts'
import type { InputFields } from './input-field.ts'

/** Why the fields of a form cannot be filled in here, if they cannot. */
export function formProblem(document: PdfDocument): InputFields['problem'] {
  const form = formOf(document)
  if (!form) return undefined
  // A viewer that knows XFA shows the values of that and not of the fields.
  if (entryOf(document, form, 'XFA') !== null) return 'xfa'
  return isCalculated(document, form) ? 'calculated' : undefined
}

/** Whether scripts set values by those of other fields: what was signed could change when it is opened (ISO 32000-2 §12.6.3). */
export function isCalculated(document: PdfDocument, form: PdfDict): boolean {
  if ((arrayEntry(document, form, 'CO') ?? []).length > 0) return true
  return listFormFields(document).some(({ dict, widgets }) =>
    [dict, ...widgets.map((widget) => widget.dict)].some(
      (holder) => dictEntry(document, holder, 'AA')?.entries.has('C') ?? false,
    ),
  )
}

/** Throws `form_not_fillable` for a form whose values viewers would not show as they are written. */
export function requireFillable(document: PdfDocument, fieldName: string): void {
  const problem = formProblem(document)
  if (problem === 'xfa') throw new PdfError('form_not_fillable', 'The form is kept as XFA as well', fieldName)
  if (problem === 'calculated')
    throw new PdfError('form_not_fillable', 'Scripts calculate values of the form', fieldName)
}
