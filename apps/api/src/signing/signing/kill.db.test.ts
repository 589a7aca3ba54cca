import { downloadDocument } from '@countersign/contract/documents.ts'
import * as requests from '@countersign/contract/signature-requests.ts'
import { sign } from '@countersign/contract/signing.ts'
import { expect, test } from 'vitest'
import { checkOutside } from '#api/testing/documents/outside-validators.ts'
import { aPdf } from '#api/testing/pdf.ts'
import { type Product, startProduct } from '#api/testing/product.ts'
import { aDraft, aSignatureRequest } from '#api/testing/signature-request.ts'

/** Kills the product some milliseconds into a signing and tells how it went on. */
async function killWhileSigning(
  product: Product,
  as: string,
  requestId: string,
  afterMilliseconds: number,
): Promise<Product> {
  const answered = product
    .ask(sign, { body: { signatureRequests: [{ signatureRequestId: requestId }] } }, as)
    .catch(() => null)
  await new Promise((resolve) => setTimeout(resolve, afterMilliseconds))
  await product.kill()
  await answered
  return product.restart()
}

test('a process that is killed while a signer signs some of the documents continues: those are signed once, the others not at all', async () => {
  let product = await startProduct()
  try {
    const ben = await product.person({ firstName: 'Ben' })
    const anna = await product.person({ firstName: 'Anna' })
    const draft = await aDraft(product, { owner: ben, documents: [aPdf(), aPdf(), aPdf()] })
    const [lease = '', annex = '', plan = ''] = draft.documents.map(({ id }) => id)
    const listed = (...ids: string[]) => ids.map((document_id) => ({ document_id }))
    const signatures = [
      { account_email: ben.email, document_signatures: listed(lease, plan) },
      { account_email: anna.email, document_signatures: listed(annex, plan) },
    ]
    const params = { id: draft.id }
    await product.call(requests.updateSignatureRequest, { params, body: { signatures } }, ben.as)
    await product.call(requests.initiateSignatureRequest, { params }, ben.as)
    product = await killWhileSigning(product, ben.as, draft.id, 60)
    const eventsOf = async () => (await product.call(requests.getEvents, { params }, ben.as)).items
    if (!(await eventsOf()).some(({ type }) => type === 'signing_started'))
      await product.call(sign, { body: { signatureRequests: [{ signatureRequestId: draft.id }] } }, ben.as)
    const signedDocuments = async () =>
      (await eventsOf()).flatMap(({ type, data }) =>
        type === 'signed' ? (data['documents'] as { documentId: string }[]) : [],
      )
    await expect.poll(async () => (await signedDocuments()).length, { timeout: 5000, interval: 50 }).toBe(2)
    expect((await signedDocuments()).map(({ documentId }) => documentId)).toEqual([lease, plan])
    const request = await product.call(requests.getSignatureRequest, { params }, ben.as)
    expect(request.documents.map(({ id, version_id }) => id === version_id)).toEqual([false, true, false])
  } finally {
    await product.stop()
  }
}, 360_000)

test('a signature that is being made when the process is killed continues within 5 s of a restart: nothing lost, nothing twice', async () => {
  let product = await startProduct()
  try {
    const ben = await product.person({ firstName: 'Ben' })
    const signers = [{ email: ben.email, firstName: 'Ben', lastName: 'Keller' }]
    // An instant too early to have begun, the middle, and too late: each has to end the same way.
    for (const instant of [5, 40, 80, 160]) {
      const { id } = await aSignatureRequest(product, {
        owner: ben,
        documents: [aPdf({ pages: 3 })],
        signers,
      })
      product = await killWhileSigning(product, ben.as, id, instant)
      const status = async () =>
        (await product.call(requests.getSignatureRequestStatus, { params: { id } }, ben.as)).status_overall
      const { items: events } = await product.call(requests.getEvents, { params: { id } }, ben.as)
      // Killed before the call was even written down: then nothing was promised, and the signer signs again.
      if (!events.some((event) => event.type === 'signing_started'))
        await product.call(sign, { body: { signatureRequests: [{ signatureRequestId: id }] } }, ben.as)
      await expect.poll(status, { timeout: 5000, interval: 50 }).toBe('SIGNED')

      const after = await product.call(requests.getEvents, { params: { id } }, ben.as)
      expect(after.items.filter((event) => event.type === 'signed')).toHaveLength(1)
      const request = await product.call(requests.getSignatureRequest, { params: { id } }, ben.as)
      const file = await product.call(
        downloadDocument,
        { params: { id: request.documents[0]?.id ?? '' }, query: { signed: 'true' } },
        ben.as,
      )
      const anchors = await (await fetch(`${product.url}/pki/anchors.pem`)).text()
      const outside = await checkOutside(new Uint8Array(await file.arrayBuffer()), anchors)
      expect(outside.signatures.map(({ kind, openssl }) => `${kind} ${openssl}`)).toEqual([
        'signature ok',
        'document_timestamp ok',
      ])
    }
  } finally {
    await product.stop()
  }
}, 360_000)
