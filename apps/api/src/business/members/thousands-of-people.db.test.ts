import { deleteBusiness } from '@countersign/contract/businesses.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deleteDueBusinesses } from '#api/business/businesses/end-business.ts'
import { insertMails } from '#api/mail/repository.ts'
import { transaction } from '#api/platform/db/transaction.ts'
import { startTestApi, type TestApi } from '#api/testing/api.ts'
import { aBusiness } from '#api/testing/business.ts'

let api: TestApi
/** How far the product's clock is ahead of the machine's. */
let ahead = 0
beforeAll(async () => {
  api = await startTestApi({ jobs: false, now: () => new Date(Date.now() + ahead) })
})
afterAll(() => api?.stop())

async function count(statement: string, values: unknown[] = []): Promise<number | undefined> {
  const { rows } = await api.context.pool.query<{ count: number }>(
    `SELECT count(*)::int FROM ${statement}`,
    values,
  )
  return rows[0]?.count
}

test('a business that has invited nine thousand people is deleted like any other, and each invitation ends in its log', async () => {
  const anna = await api.person({ firstName: 'Anna' })
  const id = await aBusiness(api, { name: 'Lindenhof AG', admins: [anna] })
  await api.context.pool.query(
    `INSERT INTO business_invitations (business_id, email, role, language, created_at, sent_at, expires_at)
     SELECT $1, 'guest' || n || '@example.org', 'member', 'en', now(), now(), now() + interval '30 days'
     FROM generate_series(1, 9000) n`,
    [id],
  )
  await api.call(deleteBusiness, { params: { id }, body: { name: 'Lindenhof AG' } }, anna.as)
  ahead = 31 * 86_400_000
  expect(await deleteDueBusinesses(api.context)).toBe(1)
  ahead = 0
  expect(await count("business_events WHERE business_id = $1 AND type = 'invitation_revoked'", [id])).toBe(
    9000,
  )
})

test('emails to nine thousand people are written at once', async () => {
  const { context } = api
  const mails = Array.from({ length: 9000 }, (_, n) => ({
    ...{ id: crypto.randomUUID(), kind: 'business_deletion', recipient: `person${n}@example.org` },
    ...{ language: 'en', input: '{}', request_id: null, signature_id: null, member_id: null },
  }))
  await transaction(context.db, (tx) => insertMails(tx, mails))
  expect(await count("mails WHERE recipient LIKE 'person%'")).toBe(9000)
})
