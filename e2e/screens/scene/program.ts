import { updateEmbedding } from '@countersign/contract/embedding.ts'
import {
  createRequestV2,
  getRequestV2,
  listRequestsV2,
  withdrawRequestV2,
} from '@countersign/contract/integration/signature-requests.ts'
import { anApiUser } from '../../../apps/api/src/testing/api-user.ts'
import type { Person } from '../../../apps/api/src/testing/caller.ts'
import type { Product } from '../../../apps/api/src/testing/product.ts'
import { luc } from './people.ts'

/** A program that has made calls, well and badly, and whose callbacks do not arrive; and the website it signs on. */
export async function makeProgram(product: Product, businessId: string, admin: Person, file: Buffer) {
  const { as } = await anApiUser(product, { admin, businessId, description: 'Rental portal' })
  const { email, firstName, lastName } = luc
  const { id } = await product.call(
    createRequestV2,
    {
      body: {
        quality: 'SES',
        title: 'Lease of flat 4b',
        content: file.toString('base64'),
        callback_error_url: 'https://portal.seehof.example/countersign',
        signatures: [
          { signer_identity_data: { email_address: email, first_name: firstName, last_name: lastName } },
        ],
      },
    },
    as,
  )
  await product.call(getRequestV2, { params: { id } }, as)
  await product.call(listRequestsV2, {}, as)
  const unknown = { params: { id: crypto.randomUUID() } }
  await product.call(getRequestV2, unknown, as).catch(() => {})
  await product.call(withdrawRequestV2, { params: { id }, body: { message: 'A new one follows.' } }, as)
  const origins = ['https://portal.seehof.example']
  await product.call(updateEmbedding, { params: { id: businessId }, body: { origins } }, admin.as)
}
