import { sign, signDirect } from '../../packages/contract/src/signing.ts'
import { aPdf } from '../../apps/api/src/testing/pdf.ts'
import { aSignatureRequest, guestOf, linkIn } from '../../apps/api/src/testing/signature-request.ts'
import { median, percentile, type Row, timed } from '../row.ts'

const rounds = 30

/** The last of two signatures on ten pages: from the signer's call to SIGNED, B-LTA, validated, stored and committed. */
export const applySignature: Row = {
  name: 'apply signature',
  run: async (start) => {
    const product = await start()
    const ben = await product.person({ firstName: 'Ben' })
    const times: number[] = []
    for (let round = 0; round < rounds + 3; round += 1) {
      const email = `guest.${round}.${Date.now()}@example.org`
      const signers = [{ email: ben.email }, { email, firstName: 'Carla', lastName: 'Rossi' }]
      const { id } = await aSignatureRequest(product, {
        owner: ben,
        documents: [aPdf({ pages: 10 })],
        signers,
      })
      const { as } = guestOf(linkIn(await product.inbox.next(email)))
      const order = { body: { signatureRequests: [{ signatureRequestId: id }] } }
      await product.call(sign, order, ben.as)
      const [took, { signatures }] = await timed(() => product.call(signDirect, order, as))
      if (signatures[0]?.status !== 'SIGNED') throw new Error(`not signed: ${JSON.stringify(signatures)}`)
      // The first ones warm the threads up.
      if (round >= 3) times.push(took)
    }
    const detail = `p95 ${Math.round(percentile(times, 0.95))} ms, ${rounds} rounds`
    return [
      {
        what: 'last signature to SIGNED, 10 pages, B-LTA, median',
        measured: median(times),
        unit: 'ms',
        limit: 60,
        peer: '313–353 ms for B-B',
        detail,
      },
    ]
  },
}
