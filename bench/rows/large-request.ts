import { aLargeRequest, signByAll } from '../../apps/api/src/testing/large-request.ts'
import { getSignatureRequestStatus } from '../../packages/contract/src/signature-requests.ts'
import { median, type Row, timed } from '../row.ts'

/** Documents, signers and groups of them that follow each other; the largest there is: 50x100x10. */
const [documents = 10, signers = 20, sequences = 5] = (process.env.BENCH_LARGE ?? '10x20x5')
  .split('x')
  .map(Number)
const patience = 600_000

/** A request with a great many documents and signers, signed by all of them, one after the other. */
export const largeRequest: Row = {
  name: 'large-request',
  dependsOn: ['hash', 'fsync'],
  run: async (start) => {
    const product = await start()
    const owner = await product.person({ firstName: 'Ben' })
    const [sending, request] = await timed(() =>
      aLargeRequest(product, { owner, documents, signers, sequences }),
    )
    const times = await signByAll(product, request, owner, patience)
    const params = { id: request.id }
    const { status_overall } = await product.call(getSignatureRequestStatus, { params }, owner.as)
    if (status_overall !== 'SIGNED') throw new Error(`not signed: ${status_overall}`)
    const tenth = Math.max(1, Math.floor(signers / 10))
    const each = (some: number[]) => median(some) / documents
    const size = `${documents} documents, ${signers} signers in ${sequences} sequences`
    return [
      {
        what: 'large request: a seal of the last tenth of the signers',
        measured: each(times.slice(-tenth)),
        unit: 'ms',
        limit: 150,
        detail: `${size}; of the first tenth ${each(times.slice(0, tenth)).toFixed(1)} ms; sent in ${(sending / 1000).toFixed(1)} s, signed in ${(times.reduce((a, b) => a + b, 0) / 1000).toFixed(1)} s`,
      },
    ]
  },
}
