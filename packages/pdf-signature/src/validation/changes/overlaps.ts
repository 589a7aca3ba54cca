import { spend } from '../../reader/budget.ts'
import { resolve } from '../../reader/document.ts'
import type { PdfDocument } from '../../reader/document.ts'
import { listFormFields } from '../../reader/form-fields.ts'
import type { FormField } from '../../reader/form-fields.ts'
import { isName, isString } from '../../reader/objects.ts'
import { areasOf } from './changed-areas.ts'
import type { ChangedArea } from '../reports/report.ts'

/** A field that shows something, and where. */
interface FilledField {
  readonly name: string
  readonly areas: readonly ChangedArea[]
}

const known = new WeakMap<PdfDocument, readonly FilledField[]>()

function filledFields(document: PdfDocument): readonly FilledField[] {
  const found =
    known.get(document) ??
    listFormFields(document)
      .filter((field) => holdsValue(document, field))
      .map((field) => ({
        name: field.name,
        areas:
          areasOf(
            document,
            field.widgets.flatMap(({ ref }) => ref?.num ?? []),
          ).areas ?? [],
      }))
  known.set(document, found)
  return found
}

function holdsValue(document: PdfDocument, { value }: FormField): boolean {
  const held = resolve(document, value)
  if (isString(held)) return held.bytes.length > 0
  return isName(held) ? held.name !== 'Off' : held !== null
}

/** Of the smaller of two fields: fields that only touch do not hide each other. */
const least = 0.1

/** The fields with a value that one with those areas lies over or under. */
export function overlapping(document: PdfDocument, name: string, areas: readonly ChangedArea[]): string[] {
  const filled = filledFields(document)
  spend(document.budget, filled.length)
  return filled
    .filter((other) => other.name !== name && doOverlap(document, areas, other.areas))
    .map((other) => other.name)
}

/** Pairs of fields with values of which one lies over the other, each once. */
export function overlappingFields(
  document: PdfDocument,
): { readonly field: string; readonly other: string }[] {
  const byPage = new Map<number, FilledField[]>()
  for (const field of filledFields(document))
    for (const page of new Set(field.areas.map((area) => area.page))) {
      const fields = byPage.get(page) ?? []
      byPage.set(page, fields)
      if (fields.length < comparedAtMost) fields.push(field)
    }
  const pairs = new Map<string, { field: string; other: string }>()
  for (const fields of byPage.values())
    for (const [index, field] of fields.entries())
      for (const other of fields.slice(index + 1))
        if (doOverlap(document, field.areas, other.areas))
          pairs.set(`${field.name}\n${other.name}`, { field: other.name, other: field.name })
  return [...pairs.values()]
}

/** Fields of one page: a page that people fill in has fewer. */
const comparedAtMost = 500

/** Two fields may have any number of places each. */
function doOverlap(
  { budget }: PdfDocument,
  areas: readonly ChangedArea[],
  others: readonly ChangedArea[],
): boolean {
  spend(budget, Math.ceil((areas.length * others.length) / 16))
  return areas.some((area) => others.some((one) => overlap(area, one)))
}

function overlap(a: ChangedArea, b: ChangedArea): boolean {
  if (a.page !== b.page) return false
  const width = Math.min(a.right, b.right) - Math.max(a.left, b.left)
  const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)
  const size = ({ left, top, right, bottom }: ChangedArea): number => (right - left) * (bottom - top)
  return width > 0 && height > 0 && width * height > least * Math.min(size(a), size(b))
}
