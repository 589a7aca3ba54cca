import type { SignatureRequest } from '@countersign/contract/signature-request-shapes.ts'
import { expect, test } from 'vitest'
import { aSignerField } from '#web/testing/signature-request.ts'
import { isForSigner, ownFields, placedFields, type SignerField } from './own-fields.ts'

const field = (id: string, more: Partial<SignerField> = {}): SignerField =>
  aSignerField({ id, label: id, required: true, position: null, ...more })
const at = (page: number, x: number, y: number) => ({
  position: { page: String(page), x, y, width: 100, height: 20 },
})

function requestWith(fields: Record<string, SignerField[]>, status = 'OPEN') {
  return {
    documents: [
      { id: 'contract', version_id: 'contract-2' },
      { id: 'annex', version_id: 'annex' },
    ],
    signatures: [
      {
        sid: 'anna',
        is_viewer: true,
        status_code: status,
        document_signatures: Object.entries(fields).map(([document_id, list]) => ({
          document_id,
          visual_signature: null,
          fields: list,
        })),
      },
    ],
  } as unknown as SignatureRequest
}

test('fields come in reading order: by document, page, line, and from left to right', () => {
  const request = requestWith({
    annex: [field('last', at(0, 10, 10))],
    contract: [
      field('second page', at(1, 10, 10)),
      field('right', at(0, 300, 104)),
      field('left', at(0, 20, 108)),
      field('top', at(0, 400, 20)),
    ],
  })
  expect(ownFields(request, []).map((one) => one.field.id)).toEqual([
    'top',
    'left',
    'right',
    'second page',
    'last',
  ])
})

test('a field that the document already has is found by its name in the version that is shown', () => {
  const box = { page: '2', x: 5, y: 6, width: 70, height: 8 }
  const request = requestWith({ contract: [field('tenant', { form_field: 'Tenant' })] })
  const forms = [{ id: 'contract-2', form_fields: [{ name: 'Tenant', options: [], positions: [box] }] }]
  expect(ownFields(request, forms)[0]?.spots).toEqual([
    { page: 2, box: { x: 5, y: 6, width: 70, height: 8 }, option: null },
  ])
})

test('a radio group has one place for each of its options', () => {
  const options = [
    { value: 'yes', label: 'Yes', ...at(0, 10, 10) },
    { value: 'no', label: 'No', ...at(0, 60, 10) },
  ]
  const request = requestWith({ contract: [field('smoker', { type: 'RADIO', options })] })
  expect(ownFields(request, [])[0]?.spots.map(({ option }) => option)).toEqual(['yes', 'no'])
})

test('a button of the document’s own radio group stands for the option beside it, whatever order the sender gave', () => {
  const option = (value: string) => ({ value, label: value, position: null })
  const at = (y: number) => ({ page: '0', x: 20, y, width: 12, height: 12 })
  const size = {
    name: 'Size',
    options: ['S', 'M', 'L'].map((value) => ({ value, label: value })),
    positions: [at(10), at(40), at(70)],
  }
  const offered = [option('L'), option('S')]
  const request = requestWith({
    contract: [field('size', { type: 'RADIO', form_field: 'Size', options: offered })],
  })
  const [placed] = ownFields(request, [{ id: 'contract', form_fields: [size] }])
  expect(placed?.spots.map((spot) => [spot.option, spot.box.y])).toEqual([
    ['S', 10],
    ['L', 70],
  ])
})

test('a signature that is not open has nothing to fill in', () => {
  expect(ownFields(requestWith({ contract: [field('a', at(0, 1, 1))] }, 'WAITING'), [])).toEqual([])
})

test('the date of signing and read-only values are not for the signer to fill in', () => {
  expect(isForSigner(field('a', { type: 'DATE_SIGNED' }))).toBe(false)
  expect(isForSigner(field('b', { read_only: true }))).toBe(false)
  expect(isForSigner(field('c'))).toBe(true)
})

test('what was signed or has ended is filled in no longer, by anyone', () => {
  const shown = (status: string) => {
    const request = requestWith({ contract: [field('city', at(0, 10, 20))] }, status)
    return placedFields(request, { id: 'contract', version_id: 'contract-2' }, []).length
  }
  expect(['OPEN', 'WAITING', 'DRAFT'].map(shown)).toEqual([1, 1, 1])
  expect(['SIGNED', 'DECLINED', 'WITHDRAWN'].map(shown)).toEqual([0, 0, 0])
})
