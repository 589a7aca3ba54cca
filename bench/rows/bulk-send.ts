import { getBulkSend } from '../../packages/contract/src/bulk-sends.ts'
import { aBulkSend, aTemplate } from '../../apps/api/src/testing/template.ts'
import { type Row, timed } from '../row.ts'

const people = Number(process.env['BENCH_ROWS'] ?? 1000)

/** From a template to a thousand people: a request, its evidence and a mail for each. */
export const bulkSend: Row = {
  name: 'bulk-send',
  dependsOn: ['hash', 'fsync'],
  run: async (start) => {
    const product = await start()
    const ben = await product.person({ firstName: 'Ben' })
    const template = await aTemplate(product, { owner: ben, roles: ['Tenant'] })
    const emails = Array.from({ length: people }, (_, n) => `tenant${n}@bench.example`)
    const table = `E-mail\n${emails.join('\n')}`
    // The last page: rows are sent and mailed in about their order.
    const page = String(Math.ceil(people / 100))
    const see = (id: string) =>
      product.call(getBulkSend, { params: { id }, query: { page, size: '100' } }, ben.as)
    const [accepted, { id }] = await timed(() => aBulkSend(product, { owner: ben, template, table }))
    const [sent] = await timed(async () => {
      while ((await see(id)).state === 'RUNNING') await pause(100)
    })
    const [delivered] = await timed(async () => {
      while ((await see(id)).rows.items.some(({ delivery }) => delivery === 'pending')) await pause(200)
    })
    return [
      {
        what: `a table of ${people} people, each with a request`,
        measured: (accepted + sent) / 1000,
        unit: 's',
        limit: 60,
        detail: `taken in ${Math.round(accepted)} ms; the last mail ${(delivered / 1000).toFixed(1)} s after the last request`,
      },
    ]
  },
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))
