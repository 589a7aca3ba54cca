import { createVisualSignature, setSignatureImage } from '@countersign/contract/visual-signatures.ts'
import sharp from 'sharp'
import type { Person } from '../../../apps/api/src/testing/caller.ts'
import type { Product } from '../../../apps/api/src/testing/product.ts'

/** Written by hand. */
export const ink = `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="220" fill="none" stroke="#1b2f6b" stroke-width="7"
stroke-linecap="round"><path d="M30 170C60 40 80 20 90 60S85 160 100 150S150 20 165 40S150 170 175 165S215 100 240 110S225
170 250 160S270 110 282 118S285 165 310 150S335 100 352 112S350 165 385 150"/><path d="M440 40C420 110 405 165 430 165S520
130 575 120"/></svg>`

/** A drawn one, the default, and one of plain letters. */
export async function keepSignatures(product: Product, person: Person): Promise<void> {
  const content = (await sharp(Buffer.from(ink)).png().toBuffer()).toString('base64')
  const drawn = {
    kind: 'drawn',
    name: 'Mara Lindt',
    location: 'Zürich',
    alias: 'Contracts',
    default: true,
  } as const
  const { id } = await product.call(createVisualSignature, { body: drawn }, person.as)
  await product.call(setSignatureImage, { params: { id }, body: { content } }, person.as)
  const plain = {
    kind: 'text',
    name: 'M. Lindt',
    optionalLine: 'Lindt Immobilien',
    alias: 'Letters',
  } as const
  await product.call(createVisualSignature, { body: plain }, person.as)
}
