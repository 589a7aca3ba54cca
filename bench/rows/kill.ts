import { downloadDocument } from '../../packages/contract/src/documents.ts'
import * as requests from '../../packages/contract/src/signature-requests.ts'
import { sign } from '../../packages/contract/src/signing.ts'
import { checkOutside } from '../../apps/api/src/testing/documents/outside-validators.ts'
import { aPdf } from '../../apps/api/src/testing/pdf.ts'
import { type Product, startProduct } from '../../apps/api/src/testing/product.ts'
import { aSignatureRequest } from '../../apps/api/src/testing/signature-request.ts'
import { median, type Row } from '../row.ts'

const kills = Number(process.env.BENCH_KILLS ?? 30)
// A signing takes some 30 to 200 ms, with what goes before and after it.
const latest = 250

/** Killed at random instants while signing: each request has to be whole again, with each signature once. */
export const kill: Row = {
  name: 'kill',
  dependsOn: ['hash', 'fsync'],
  run: async () => {
    let product = await startProduct({ LOG_LEVEL: 'error' })
    const times: number[] = []
    let lost = 0
    let twice = 0
    try {
      const ben = await product.person({ firstName: 'Ben' })
      for (let round = 0; round < kills; round += 1) {
        const signers = [{ email: ben.email }]
        const { id } = await aSignatureRequest(product, {
          owner: ben,
          documents: [aPdf({ pages: 10 })],
          signers,
        })
        const answered = product
          .ask(sign, { body: { signatureRequests: [{ signatureRequestId: id }] } }, ben.as)
          .catch(() => null)
        await new Promise((resolve) => setTimeout(resolve, Math.random() * latest))
        await product.kill()
        await answered
        const restarted = performance.now()
        product = await product.restart()
        await untilSigned(product, ben.as, id)
        times.push(performance.now() - restarted - product.startedIn)
        const signatures = await countSignatures(product, ben.as, id)
        if (signatures === 0) lost += 1
        if (signatures > 1) twice += 1
      }
    } finally {
      await product.stop()
    }
    return [
      { what: `signatures lost in ${kills} kills`, measured: lost, unit: '', limit: 0 },
      { what: `signatures made twice in ${kills} kills`, measured: twice, unit: '', limit: 0 },
      {
        what: 'whole again after the restart, longest',
        measured: Math.max(...times) / 1000,
        unit: 's',
        limit: 5,
        peer: 'minutes, by a sweep',
        detail: `median ${(median(times) / 1000).toFixed(1)} s`,
      },
    ]
  },
}

async function untilSigned(product: Product, as: string, id: string): Promise<void> {
  const { items } = await product.call(requests.getEvents, { params: { id } }, as)
  // Killed before the call was written down: nothing was promised, the signer signs again.
  if (!items.some((event) => event.type === 'signing_started'))
    await product.call(sign, { body: { signatureRequests: [{ signatureRequestId: id }] } }, as)
  const deadline = Date.now() + 30_000
  while (
    (await product.call(requests.getSignatureRequestStatus, { params: { id } }, as)).status_overall !==
    'SIGNED'
  ) {
    if (Date.now() > deadline) throw new Error(`request ${id} is not whole 30 s after the restart`)
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
}

/** By the evidence and by the file, as an outside validator reads it. */
async function countSignatures(product: Product, as: string, id: string): Promise<number> {
  const { items } = await product.call(requests.getEvents, { params: { id } }, as)
  const request = await product.call(requests.getSignatureRequest, { params: { id } }, as)
  const file = await product.call(
    downloadDocument,
    { params: { id: request.documents[0]?.id ?? '' }, query: { signed: 'true' } },
    as,
  )
  const anchors = await (await fetch(`${product.url}/pki/anchors.pem`)).text()
  const outside = await checkOutside(new Uint8Array(await file.arrayBuffer()), anchors)
  const valid = outside.signatures.filter(
    ({ kind, openssl }) => kind === 'signature' && openssl === 'ok',
  ).length
  const told = items.filter((event) => event.type === 'signed').length
  return valid === told ? valid : Number.POSITIVE_INFINITY
}
