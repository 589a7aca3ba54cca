import type { FieldInput, SignerFieldInput } from '../../packages/contract/src/signer-fields.ts'
import { sign, signDirect } from '../../packages/contract/src/signing.ts'
import { aPdf } from '../../apps/api/src/testing/pdf.ts'
import type { Person } from '../../apps/api/src/testing/api.ts'
import type { Product } from '../../apps/api/src/testing/product.ts'
import { aSignatureRequest, guestOf, linkIn } from '../../apps/api/src/testing/signature-request.ts'
import { median, percentile, type Row, timed } from '../row.ts'

const rounds = 30
const pages = 10
const filled = 30
const texts = ['Anna Müller-Keller', 'Bahnhofstrasse 12, Zürich', '1 234.50', 'anna@example.com']
const fields = Array.from({ length: filled }, (_, index): SignerFieldInput => ({
  id: `field-${index}`,
  type: 'TEXT',
  label: `Field ${index}`,
  required: true,
  position: {
    page: String(index % pages),
    x: 320,
    y: 150 + 30 * Math.floor(index / pages),
    width: 200,
    height: 20,
  },
}))
const values: FieldInput = fields.map(({ id = '' }, index) => ({
  id,
  value: `${texts[index % texts.length]} ${index}`,
}))

/** The last of two signatures on ten pages, from the call to SIGNED: with 30 fields filled in, and without. */
export const signFields: Row = {
  name: 'sign fields',
  run: async (start) => {
    const product = await start()
    const ben = await product.person({ firstName: 'Ben' })
    const [plain, full]: [number[], number[]] = [[], []]
    for (let round = 0; round < rounds + 5; round += 1) {
      const without = await signLast(product, ben, false)
      const took = await signLast(product, ben, true)
      // The first ones warm the threads up.
      if (round < 5) continue
      plain.push(without)
      full.push(took)
    }
    const detail = `plain ${median(plain).toFixed(1)} ms, p95 ${Math.round(percentile(full, 0.95))} ms, ${rounds} rounds`
    return [
      {
        what: `last signature to SIGNED, ${filled} fields on ${pages} pages beyond the plain one, median`,
        measured: median(full) - median(plain),
        unit: 'ms',
        limit: 15,
        detail,
      },
    ]
  },
}

async function signLast(product: Product, ben: Person, withFields: boolean): Promise<number> {
  const email = `guest.${crypto.randomUUID()}@example.org`
  const guest = { email, firstName: 'Carla', lastName: 'Rossi', ...(withFields ? { fields } : {}) }
  const { id, documents } = await aSignatureRequest(product, {
    owner: ben,
    documents: [aPdf({ pages })],
    signers: [{ email: ben.email }, guest],
  })
  const { as } = guestOf(linkIn(await product.inbox.next(email)))
  const item = { signatureRequestId: id }
  await product.call(sign, { body: { signatureRequests: [item] } }, ben.as)
  const documentSignatures = documents.map((document) => ({ documentId: document.id, fields: values }))
  const order = { ...item, ...(withFields ? { documentSignatures } : {}) }
  const [took, { signatures }] = await timed(() =>
    product.call(signDirect, { body: { signatureRequests: [order] } }, as),
  )
  if (signatures[0]?.status !== 'SIGNED') throw new Error(`not signed: ${JSON.stringify(signatures)}`)
  return took
}
