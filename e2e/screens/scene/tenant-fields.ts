import type { SignerFieldInput } from '@countersign/contract/signer-fields.ts'

const at = (index: number, width = 180, height = 22) => ({
  position: { page: '0', x: 340, y: 470 + index * 34, width, height },
})

/** What a tenant fills in, below the contract's text. */
export const tenantFields: readonly SignerFieldInput[] = [
  { id: 'town', type: 'TEXT', label: 'Place of birth', required: true, ...at(0) },
  { id: 'born', type: 'DATE', label: 'Date of birth', required: true, ...at(1) },
  { id: 'people', type: 'NUMBER', label: 'People in the flat', required: true, ...at(2) },
  {
    id: 'room',
    type: 'DROPDOWN',
    label: 'Cellar',
    options: ['North', 'South'].map((value) => ({ value, label: value })),
    ...at(3),
  },
  { id: 'rules', type: 'CHECKBOX', label: 'I have read the house rules', ...at(4, 20, 20) },
  { id: 'on', type: 'DATE_SIGNED', label: 'Date signed', ...at(5) },
]
