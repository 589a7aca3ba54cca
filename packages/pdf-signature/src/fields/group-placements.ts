import { PdfError } from '../pdf-error.ts'
import { OFF, stateForOption } from './button-states.ts'
import type { FieldPlacement, InputPlacement, SignaturePlacement } from './placement.ts'

/** The places of one input field. */
export type InputPlacements = readonly [InputPlacement, ...InputPlacement[]]

export type PlacedField = { readonly signature: SignaturePlacement } | { readonly inputs: InputPlacements }

const isSignature = (placement: FieldPlacement): placement is SignaturePlacement =>
  placement.kind === undefined || placement.kind === 'signature'

/**
 * The fields that are placed, in the order of their first places. Throws `field_exists` for a signature field of a name that is
 * placed already, and `field_invalid` for placements that contradict each other or themselves.
 */
export function groupPlacements(placements: readonly FieldPlacement[]): PlacedField[] {
  const placed = new Map<string, PlacedField>()
  for (const placement of placements) {
    const known = placed.get(placement.name)
    if (isSignature(placement)) {
      if (known) throw twice(placement.name)
      placed.set(placement.name, { signature: placement })
      continue
    }
    requireSound(placement)
    if (known && !('inputs' in known)) throw twice(placement.name)
    if (known) requireSame(known.inputs[0], placement)
    placed.set(placement.name, { inputs: known ? [...known.inputs, placement] : [placement] })
  }
  const fields = [...placed.values()]
  for (const field of fields) if ('inputs' in field) requireGroup(field.inputs)
  return fields
}

const twice = (fieldName: string): PdfError =>
  new PdfError('field_exists', `There is a field named ${JSON.stringify(fieldName)}`, fieldName)
const invalid = (fieldName: string, what: string): PdfError =>
  new PdfError('field_invalid', `The field ${JSON.stringify(fieldName)} ${what}`, fieldName)

function requireSound(placement: InputPlacement): void {
  const { name } = placement
  if (placement.kind === 'text') {
    const { maxLength, comb = false, multiline = false } = placement
    if (maxLength !== undefined && (!Number.isInteger(maxLength) || maxLength < 1))
      throw invalid(name, 'has a maximum length that is no number of characters')
    if (comb && (maxLength === undefined || maxLength > 500 || multiline))
      throw invalid(name, 'is a comb without a number of cells, or of several lines')
  }
  if (placement.kind === 'text' || placement.kind === 'dropdown') {
    const { fontSize = 0 } = placement
    if (!Number.isFinite(fontSize) || fontSize < 0) throw invalid(name, 'has a font size that is none')
  }
  if (placement.kind === 'dropdown')
    requireOptions(
      name,
      placement.options.map(({ value }) => value),
    )
}

function requireOptions(name: string, values: readonly string[]): void {
  if (values.length === 0 || values.includes('') || new Set(values).size !== values.length)
    throw invalid(name, 'has no options, or some of one value')
}

function requireSame(first: InputPlacement, other: InputPlacement): void {
  if (settingsOf(first) !== settingsOf(other)) throw invalid(other.name, 'is placed with different settings')
}

const apart = new Set(['page', 'rect', 'option'])

/** What all placements of a field say alike. */
function settingsOf(placement: InputPlacement): string {
  const settings = Object.entries(placement).filter(([key]) => !apart.has(key))
  return JSON.stringify(settings.toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

function requireGroup(inputs: readonly InputPlacement[]): void {
  const buttons = inputs.filter((one) => one.kind === 'radio')
  const [first] = buttons
  if (!first) return
  const values = buttons.map(({ option }) => option.value)
  requireOptions(first.name, values)
  requireOptions(first.name, values.map(stateForOption))
  if (values.includes(OFF)) throw invalid(first.name, 'has an option that is called Off')
  if (first.value && !values.includes(first.value))
    throw new PdfError(
      'value_not_an_option',
      `The field ${JSON.stringify(first.name)} has no such option`,
      first.name,
    )
}
