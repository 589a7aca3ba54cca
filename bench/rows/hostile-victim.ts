import { getDocumentPage } from '../../packages/contract/src/documents.ts'
import { login } from '../../packages/contract/src/sessions.ts'
import { addDocument } from '../../packages/contract/src/signature-requests.ts'
import { sign } from '../../packages/contract/src/signing.ts'
import { aPdf } from '../../apps/api/src/testing/pdf.ts'
import type { Product } from '../../apps/api/src/testing/product.ts'
import { aDraft, aSignatureRequest } from '../../apps/api/src/testing/signature-request.ts'
import { timed } from '../row.ts'

export const kinds = ['page image', 'sign-in', 'upload', 'signature'] as const
export type Kind = (typeof kinds)[number]
export type Times = Record<Kind, number[]>

export interface Victim {
  rounds(count: number): Promise<Times>
  /** Calls that were not answered as they should be. */
  refused(): readonly string[]
}

/** Someone who has nothing to do with the attack, in a network of her own. */
export async function openVictim(product: Product): Promise<Victim> {
  const anna = await product.person({ firstName: 'Anna' })
  const from = { 'x-forwarded-for': '198.51.100.7' }
  const lease = aPdf({ pages: 200, title: 'Lease '.repeat(50) })
  const document = (await aDraft(product, { owner: anna, documents: [lease] })).documents[0]?.id ?? ''
  const refused: string[] = []
  let page = 0

  async function round(): Promise<Record<Kind, number>> {
    const n = String((page += 1) % 200)
    const form = new FormData()
    const annex = new Uint8Array(aPdf({ title: `Annex ${page}` }))
    form.append('file', new File([annex], 'Annex.pdf', { type: 'application/pdf' }))
    const { id } = await aSignatureRequest(product, { owner: anna, signers: [{ email: anna.email }] })
    const target = await aDraft(product, { owner: anna })
    const order = { body: { signatureRequests: [{ signatureRequestId: id }] } }
    const credentials = { body: { email: anna.email, password: anna.password } }
    const shown = { params: { id: document, n }, query: { scale: '100' } }
    const work: Record<Kind, () => Promise<unknown>> = {
      'page image': () => product.call(getDocumentPage, shown, anna.as, from),
      'sign-in': () => product.call(login, credentials, undefined, from),
      upload: () =>
        product.call(addDocument, { params: { id: target.id }, body: form as never }, anna.as, from),
      signature: async () => {
        const { signatures } = await product.call(sign, order, anna.as, from)
        if (signatures[0]?.status !== 'SIGNED') throw new Error(`The signature is ${signatures[0]?.status}`)
      },
    }
    const took: Record<Kind, number> = { 'page image': 0, 'sign-in': 0, upload: 0, signature: 0 }
    for (const kind of kinds) {
      const attempt = () => work[kind]().catch((error: unknown) => refused.push(`${kind}: ${String(error)}`))
      took[kind] = (await timed(attempt))[0]
    }
    return took
  }

  return {
    rounds: async (count) => {
      const times: Times = { 'page image': [], 'sign-in': [], upload: [], signature: [] }
      for (let n = 0; n < count; n += 1) {
        const took = await round()
        for (const kind of kinds) times[kind].push(took[kind])
      }
      return times
    },
    refused: () => refused,
  }
}
