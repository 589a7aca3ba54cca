import { listSignatureRequests } from '@countersign/contract/signature-requests.ts'
import { getBulkSend } from '@countersign/contract/bulk-sends.ts'
import { expect, test } from 'vitest'
import { type Product, startProduct } from '#api/testing/product.ts'
import { asOwner } from '#api/testing/connections/product-database.ts'
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
}, 360_000)

test('rows that wait for the limit of a mailbox survive kills: each is sent once, when the limit allows it', async () => {
  // A new account to one mailbox: a third, 10 an hour.
  let product: Product = await startProduct({ EMAILS_PER_RECIPIENT: '30' })
  try {
    const ben = await product.person({ firstName: 'Ben' })
    const template = await aTemplate(product, { owner: ben, roles: ['Tenant'] })
    const emails = Array.from({ length: 60 }, (_, n) => (n < 25 ? 'desk' : `tenant${n}`))
    const rows = emails.map((name, n) => `${name}@kill.example,${n}`)
    const table = ['Email,Number', ...rows].join('\n')
    const { id } = await aBulkSend(product, { owner: ben, template, table })
    const see = () => product.call(getBulkSend, { params: { id }, query: { size: '100' } }, ben.as)
    const counts = async () => {
      const { sent_count, waiting_count } = await see()
      return [sent_count, waiting_count]
    }
    const patience = { timeout: 60_000, interval: 20 }
    await expect.poll(async () => (await see()).waiting_count, patience).toBeGreaterThanOrEqual(1)
    await product.kill()
    product = await product.restart()
    await expect.poll(counts, patience).toEqual([45, 15])
    for (const after of [
      [55, 5],
      [60, 0],
    ]) {
      await anHourLater(product)
      await expect.poll(async () => (await see()).sent_count, patience).toBeGreaterThan((after[0] ?? 0) - 5)
      await product.kill()
      product = await product.restart()
      await expect.poll(counts, patience).toEqual(after)
    }
    const { state, rows: sent } = await see()
    expect(state).toBe('DONE')
    expect(new Set(sent.items.map((row) => row.signature_request_id)).size).toBe(60)
    const query = { status: 'WAITING', search: 'desk@kill.example' } as const
    const desk = await product.call(listSignatureRequests, { query }, ben.as)
    expect(desk.total_items).toBe(25)
  } finally {
    await product.stop()
  }
})

/** For the limits, the rows that wait for them, and the job that sends these. */
async function anHourLater(product: Product): Promise<void> {
  const hour = "interval '1 hour'"
  await asOwner(product, `UPDATE throttles SET window_started_at = window_started_at - ${hour}`)
  await asOwner(product, `UPDATE bulk_send_rows SET waits_until = waits_until - ${hour}`)
  await asOwner(product, `UPDATE graphile_worker._private_jobs SET run_at = run_at - ${hour}`)
}
