import { listSignatureRequests } from '@countersign/contract/signature-requests.ts'
import { getBulkSend } from '@countersign/contract/bulk-sends.ts'
import { expect, test } from 'vitest'
import { type Product, startProduct } from '#api/testing/product.ts'
import { aBulkSend, aTemplate } from '#api/testing/template.ts'

const people = 80

test('a bulk send that is killed between rows continues after a restart: no row is lost, none is sent twice', async () => {
  let product: Product = await startProduct()
  try {
    const ben = await product.person({ firstName: 'Ben' })
    const template = await aTemplate(product, { owner: ben, roles: ['Tenant'] })
    const emails = Array.from({ length: people }, (_, n) => `tenant${n}@kill.example`)
    const { id } = await aBulkSend(product, { owner: ben, template, table: `Email\n${emails.join('\n')}` })
    const see = () => product.call(getBulkSend, { params: { id }, query: { size: '100' } }, ben.as)
    await expect
      .poll(async () => (await see()).sent_count, { timeout: 60_000, interval: 5 })
      .toBeGreaterThanOrEqual(1)
    await product.kill()
    product = await product.restart()
    await expect.poll(async () => (await see()).state, { timeout: 60_000, interval: 50 }).toBe('DONE')
    const { sent_count, rows } = await see()
    expect(sent_count).toBe(people)
    expect(new Set(rows.items.map((row) => row.signature_request_id)).size).toBe(people)
    const sent = await product.call(
      listSignatureRequests,
      { query: { status: 'WAITING', search: '@kill.example' } },
      ben.as,
    )
    expect(sent.total_items).toBe(people)
  } finally {
    await product.stop()
  }
}, 180_000)
