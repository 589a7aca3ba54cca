import type { SignerFieldInput } from '@countersign/contract/signer-fields.ts'

/** A place for a field of a signer, one below the other. */
export const fieldAt = (index: number, x = 320) => ({
  position: { page: '0', x, y: 60 + index * 30, width: 160, height: 20 },
})

/** A field of one line, unless it says otherwise. */
export const aField = (index: number, given: Partial<SignerFieldInput> = {}): SignerFieldInput => ({
  id: `field-${index}`,
  type: 'TEXT',
  label: `Field ${index}`,
  ...fieldAt(index),
  ...given,
})

/** A choice of sizes, each with its button. */
export const someSizes = (index: number, given: Partial<SignerFieldInput> = {}): SignerFieldInput => ({
  id: `field-${index}`,
  type: 'RADIO',
  label: 'Size',
  options: ['S', 'M', 'L'].map((value, nth) => ({
    value,
    label: `Size ${value}`,
    position: { ...fieldAt(index, 320 + nth * 30).position, width: 15, height: 15 },
  })),
  ...given,
})
