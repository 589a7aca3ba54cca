import { askForAesForBusiness } from '@countersign/contract/aes-for-business.ts'
import type { Person } from '../../../apps/api/src/testing/caller.ts'
import type { Product } from '../../../apps/api/src/testing/product.ts'
import { mailedToken } from './mail.ts'

interface VerifiedBusiness {
  readonly id: string
  readonly admin: Person
  readonly domain: string
}

/** Asks a business's representative to vouch for its members. Answers the token that their email brings. */
export async function askRepresentative(
  product: Product,
  { id, admin, domain }: VerifiedBusiness,
): Promise<string> {
  const representativeEmail = `ines.keller@${domain}`
  const body = {
    representativeName: 'Ines Keller',
    representativeEmail,
    commercialRegister: 'CHE-123.456.788, Zürich',
    domains: [domain],
  }
  await product.call(askForAesForBusiness, { params: { id }, body }, admin.as)
  return mailedToken(product, representativeEmail, /./)
}
