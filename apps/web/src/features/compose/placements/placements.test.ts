import { describe, expect, it } from 'vitest'
import { aRequest, aSignature, aSignerField } from '#web/testing/signature-request.ts'
import { arranged } from './arrange-placements.ts'
import { copiedLayout } from './copied-fields.ts'
import { type Draft, draftOf, fieldOf } from '../drafts/draft.ts'
import { fieldErrors } from '../fields/field-errors.ts'
import { withFormField } from '../fields/form-fields.ts'
import { defaultSize, duplicated, type FieldTool, onEveryPage, withNewPlacement } from './new-placement.ts'
import type { Placement, PlacementType } from './placements.ts'
import { placementOf, placementsOnPage, withoutPlacement, withPlacementAt } from './placements.ts'
import { placementTypes } from '../fields/type-names.ts'

const page = { width: 595, height: 842 }
const empty: Draft = draftOf(aRequest({ signatures: [aSignature({ sid: 'anna' })] }), '')
const tool = (type: PlacementType): FieldTool => ({
  ...{ type, name: `A ${type}` },
  optionName: (number) => `Option ${number}`,
})
const at = (type: PlacementType, y = 100) => ({
  ...{ signerKey: 'anna', documentId: 'd', page: 0, size: page },
  place: { x: 50, y, ...defaultSize(type) },
})
function withNew(draft: Draft, type: PlacementType, y = 100, id = type.toLowerCase()): Draft {
  const next = withNewPlacement(draft, tool(type), at(type, y), id)
  if (!next) throw new Error('There is room for it')
  return next
}
function placed(draft: Draft, id: string): Placement {
  const found = placementOf(draft, id)
  if (!found) throw new Error(`${id} is not on a page`)
  return found
}

describe('a field that is placed', () => {
  it.each(placementTypes)('of type %s is one that the API accepts', (type) => {
    const draft = withNew(empty, type)
    const [field] = draft.signerFields
    if (type === 'SIGNATURE') return expect(fieldOf(draft, 'anna', 'd')).toMatchObject({ page: 0 })
    expect(field && fieldErrors(field.field)).toEqual({})
    expect(placementsOnPage(draft, 'd', 0).every((placement) => placement.type === type)).toBe(true)
  })

  it('has the size of its type', () => {
    expect(placed(withNew(empty, 'CHECKBOX'), 'field-anna-checkbox').place).toMatchObject({
      width: 16,
      height: 16,
    })
    expect(placed(withNew(empty, 'TEXT'), 'field-anna-text').place).toMatchObject({ width: 180, height: 22 })
  })

  it('adds a place to a signature, up to 50 of them', () => {
    let draft: Draft | null = empty
    for (let count = 0; count < 50 && draft; count += 1)
      draft = withNewPlacement(draft, tool('SIGNATURE'), at('SIGNATURE', count * 10), '')
    const full = draft ?? empty
    expect(placementsOnPage(full, 'd', 0)).toHaveLength(50)
    expect(withNewPlacement(full, tool('SIGNATURE'), at('SIGNATURE'), '')).toBeNull()
  })

  it('makes its signer one who signs that document', () => {
    const signs: Draft = { ...empty, signers: empty.signers.map((signer) => ({ ...signer, signs: [] })) }
    expect(withNew(signs, 'TEXT').signers[0]?.signs).toEqual(['d'])
  })
})

describe('a placement', () => {
  it('is moved and removed without the others', () => {
    const draft = withNew(withNew(empty, 'SIGNATURE'), 'SIGNATURE', 300)
    const second = placed(draft, 'field-anna-d-1')
    const moved = withPlacementAt(draft, second, { page: 0, place: { ...second.place, x: 7 } })
    expect(placementsOnPage(moved, 'd', 0).map(({ place }) => place.x)).toEqual([50, 7])
    const removed = withoutPlacement(moved, placed(moved, 'field-anna-d'))
    expect(fieldOf(removed, 'anna', 'd')).toMatchObject({ place: { x: 7 } })
  })

  it('of a radio group goes alone while two stay, then with the group', () => {
    const draft = withNew(empty, 'RADIO')
    expect(withoutPlacement(draft, placed(draft, 'field-anna-radio-0')).signerFields).toEqual([])
    const [radio] = draft.signerFields
    if (!radio) throw new Error('There is a group')
    const third = { value: 'c', label: 'c', position: radio.field.options[0]?.position ?? null }
    const field = { ...radio.field, value: 'c', options: [...radio.field.options, third] }
    const three = { ...draft, signerFields: [{ ...radio, field }] }
    expect(withoutPlacement(three, placed(three, 'field-anna-radio-2')).signerFields[0]?.field).toMatchObject(
      {
        value: null,
        options: [{ value: 'Option 1' }, { value: 'Option 2' }],
      },
    )
  })

  it('is duplicated beside itself, with its properties and an id of its own', () => {
    const draft = withNew(empty, 'INITIALS')
    const twice = duplicated(draft, placed(draft, 'field-anna-initials'), page, 'copy')
    expect(twice?.signerFields.map(({ field }) => [field.id, field.position?.y])).toEqual([
      ['initials', 100],
      ['copy', 138],
    ])
  })

  it('is copied to every page that has none of it there', () => {
    const draft = withNew(empty, 'INITIALS')
    let number = 0
    const newId = () => `copy-${++number}`
    const all = onEveryPage(draft, placed(draft, 'field-anna-initials'), [page, page, page], newId) ?? draft
    expect(all.signerFields.map(({ field }) => field.position?.page)).toEqual(['0', '1', '2'])
    expect(onEveryPage(all, placed(all, 'field-anna-initials'), [page, page, page], newId)).toEqual(all)
  })

  it('is put on every page once, also where a page is smaller and where a tag of the document gave its place', () => {
    let last = 0
    const newId = () => `copy-${(last += 1)}`
    const pages = [page, { width: 100, height: 100 }, page]
    const found = { ...at('INITIALS'), place: { x: 90.123, y: 100.456, width: 60, height: 30 } }
    const draft = withNewPlacement(empty, tool('INITIALS'), found, 'initials') ?? empty
    const all = onEveryPage(draft, placed(draft, 'field-anna-initials'), pages, newId) ?? draft
    expect(all.signerFields.map(({ field }) => field.position?.page)).toEqual(['0', '1', '2'])
    expect(onEveryPage(all, placed(all, 'field-anna-initials'), pages, newId)).toEqual(all)
  })

  it('is aligned with the first that was selected, sized as it and distributed', () => {
    const draft = withNew(withNew(withNew(empty, 'TEXT'), 'DATE', 200), 'CHECKBOX', 500)
    const ids = ['text', 'date', 'checkbox'].map((id) => `field-anna-${id}`)
    const selected = ids.map((id) => placed(draft, id))
    const right = arranged(draft, selected, 'right')
    expect(ids.map((id) => placed(right, id).place.x)).toEqual([50, 130, 214])
    const size = arranged(draft, selected, 'size')
    expect(ids.map((id) => placed(size, id).place.width)).toEqual([180, 180, 180])
    const down = arranged(draft, selected, 'down')
    expect(ids.map((id) => placed(down, id).place.y)).toEqual([100, 298.5, 500])
  })
})

it('a layout that is copied to other documents takes the signer fields along, once', () => {
  const draft = { ...withNew(empty, 'TEXT'), documentIds: ['d', 'e'] }
  const documents = ['d', 'e'].map((id) => ({ id, pages: [page] }))
  const copied = copiedLayout(draft, 'd', documents)
  expect(copied.signerFields.map(({ documentId }) => documentId)).toEqual(['d', 'e'])
  expect(copiedLayout(copied, 'd', documents).signerFields).toHaveLength(2)
})

it('a form field of the document is given to a signer, to another one, and to no one', () => {
  const formField = {
    ...{ name: 'Tenant.iban', type: 'TEXT' as const, label: 'IBAN', required: true, value: '' },
    ...{ multiline: false, comb: true, max_length: 21, format: null, options: [], positions: [] },
  }
  const given = withFormField(empty, { documentId: 'd', formField, signerKey: 'anna' }, 'iban')
  expect(given.signerFields).toMatchObject([
    { signerKey: 'anna', field: { form_field: 'Tenant.iban', required: true, comb: true, value: null } },
  ])
  expect(fieldErrors(given.signerFields[0]?.field ?? aSignerField())).toEqual({})
  const other = withFormField(given, { documentId: 'd', formField, signerKey: 'ben' }, 'new')
  expect(other.signerFields).toMatchObject([{ signerKey: 'ben', field: { id: 'iban' } }])
  expect(withFormField(other, { documentId: 'd', formField, signerKey: null }, 'new').signerFields).toEqual(
    [],
  )
})

it.each([
  ['a date', { format: 'date', value: '27.11.2026' }, { type: 'DATE', pattern: null, value: null }],
  ['a number', { format: 'number', value: '12.5' }, { type: 'NUMBER', pattern: null, value: '12.5' }],
  ['a date in ten boxes', { format: 'date', comb: true, max_length: 10 }, { type: 'TEXT', pattern: 'date' }],
  ['a date that is too short', { format: 'date', max_length: 6 }, { type: 'TEXT', pattern: 'text' }],
  ['any length', { max_length: 32767 }, { type: 'TEXT', max_length: 4000 }],
  ['several lines', { multiline: true, value: 'a\nb' }, { type: 'TEXT', multiline: true, value: 'a\nb' }],
] as const)('a form field for %s is offered as that', (_, change, expected) => {
  const formField = {
    ...{ name: 'Field', type: 'TEXT' as const, label: 'Field', required: false, value: '', multiline: false },
    ...{ comb: false, max_length: null, format: null, options: [], positions: [], ...change },
  }
  const given = withFormField(empty, { documentId: 'd', formField, signerKey: 'anna' }, 'f')
  expect(given.signerFields[0]?.field).toMatchObject(expected)
  expect(fieldErrors(given.signerFields[0]?.field ?? aSignerField())).toEqual({})
})

it.each([
  ['an empty label', { label: ' ' }, { label: 'required' }],
  ['a font size of 100', { font_size: 100 }, { font_size: 'out_of_range' }],
  ['a maximum length of 0', { max_length: 0 }, { max_length: 'out_of_range' }],
  ['a value that is too long', { max_length: 2, value: 'abc' }, { value: 'too_long' }],
  ['a value of another format', { pattern: 'email', value: 'x' }, { value: 'invalid_email' }],
  ['a format on several lines', { multiline: true, pattern: 'email' }, { pattern: 'not_with_several_lines' }],
  ['boxes without a length', { comb: true }, { comb: 'needs_max_length' }],
  ['more boxes than can be read', { comb: true, max_length: 501 }, { max_length: 'too_many_boxes' }],
  ['read-only without a value', { read_only: true }, { value: 'required' }],
  ['a radio group of one', { type: 'RADIO', pattern: null, options: [] }, { options: 'too_few' }],
] as const)('%s is said beside the input', (_, change, expected) => {
  expect(fieldErrors(aSignerField({ ...change, options: [] }))).toEqual(expected)
})
