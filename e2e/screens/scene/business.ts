import { createBusiness } from '@countersign/contract/businesses.ts'
import { aDomain } from '../../../apps/api/src/testing/domains.ts'
import type { Product } from '../../../apps/api/src/testing/product.ts'

let last = 0

/** A business of one picture, with a verified domain where it is to have one. */
export async function aBusiness(product: Product, { isVerified }: { isVerified: boolean }) {
  last += 1
  const domain = `bergbahn-${last}.example`
  const admin = await product.person({ firstName: 'Mara', lastName: 'Lindt', email: `mara.lindt@${domain}` })
  const body = { name: 'Bergbahn AG', gtc: true, dpa: true, country: 'CH' }
  const { id } = await product.call(createBusiness, { body }, admin.as)
  if (isVerified) await aDomain(product, { id, domain, as: admin.as })
  return { id, domain, admin }
}
