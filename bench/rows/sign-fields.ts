import pg from 'pg'
import type { SignerFieldInput } from '../../packages/contract/src/signer-fields.ts'
import { type FilledForm, signLast } from '../last-signature.ts'
import { median, percentile, type Row } from '../row.ts'
import { connectionOf } from './list-data.ts'

const rounds = 40
/** Until then the threads compile what they run. */
const warmUp = 10
const pages = 10
const count = 30
const texts = ['Anna Müller-Keller', 'Bahnhofstrasse 12, Zürich', '1 234.50', 'anna@example.com']
const fields = Array.from({ length: count }, (_, index): SignerFieldInput => ({
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
const filled: FilledForm = {
  fields,
  values: fields.map(({ id = '' }, index) => ({ id, value: `${texts[index % texts.length]} ${index}` })),
}

/**
 * The last of two signatures on ten pages, from the call to SIGNED: with 30 fields filled in, and without. Both in turn, each
 * first in every other round, so that what else the machine does falls on both.
 */
export const signFields: Row = {
  name: 'sign fields',
  dependsOn: ['hash', 'fsync'],
  run: async (start) => {
    const product = await start()
    const client = new pg.Client(connectionOf(product.data))
    await client.connect()
    const [plain, full]: [number[], number[]] = [[], []]
    try {
      const ben = await product.person({ firstName: 'Ben' })
      for (let round = 0; round < warmUp + rounds; round += 1)
        for (const isFull of round % 2 === 0 ? [false, true] : [true, false]) {
          const took = await signLast(product, client, ben, isFull ? filled : null)
          if (round >= warmUp) (isFull ? full : plain).push(took)
        }
    } finally {
      await client.end()
    }
    const detail = `plain ${median(plain).toFixed(1)} ms, p95 ${Math.round(percentile(full, 0.95))} ms, ${rounds} rounds`
    return [
      {
        what: `last signature to SIGNED, ${count} fields on ${pages} pages beyond the plain one, medians`,
        measured: median(full) - median(plain),
        unit: 'ms',
        limit: 15,
        detail,
      },
    ]
  },
}
