import pg from 'pg'
import { signLast } from '../last-signature.ts'
import { median, percentile, type Row } from '../row.ts'
import { connectionOf } from './list-data.ts'

const rounds = 30
/** Until then the threads compile what they run. */
const warmUp = 5

/** The last of two signatures on ten pages: from the signer's call to SIGNED, B-LTA, validated, stored and committed. */
export const applySignature: Row = {
  name: 'apply signature',
  dependsOn: ['hash', 'fsync'],
  run: async (start) => {
    const product = await start()
    const client = new pg.Client(connectionOf(product.data))
    await client.connect()
    const times: number[] = []
    try {
      const ben = await product.person({ firstName: 'Ben' })
      for (let round = 0; round < warmUp + rounds; round += 1) {
        const took = await signLast(product, client, ben)
        if (round >= warmUp) times.push(took)
      }
    } finally {
      await client.end()
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
