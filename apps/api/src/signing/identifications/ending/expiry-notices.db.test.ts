import { acceptTerms, getUser } from '@countersign/contract/accounts.ts'
import * as calls from '@countersign/contract/identifications.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { transaction } from '#api/platform/db/transaction.ts'
import { startTestApi, type TestApi } from '#api/testing/api.ts'
import { aPayingBusiness, aPersonWithMobile } from '#api/testing/billing/payer.ts'
import { moveIdentification } from '../progress/move-identification.ts'
import { markMeansChanged } from '../proof/mark-means-changed.ts'
import { endIdentifications } from './end-identifications.ts'

const { eidas } = calls.identificationCalls.user
const day = 86_400_000

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api?.stop())

async function aPayer() {
  const anna = await aPersonWithMobile(api, { firstName: 'Anna', lastName: 'Müller' })
  await aPayingBusiness(api, anna)
  await api.call(acceptTerms, { body: { tou_swisscom: true } }, anna.as)
  return anna
}
type Payer = Awaited<ReturnType<typeof aPayer>>

/** An identity check that succeeds at this level, with a document that is valid for so many days. */
async function verify(anna: Payer, level: 'QES' | 'AES', days: number): Promise<string> {
  const { id } = await api.call(eidas.video.create, { body: {} }, anna.as)
  const expiresAt = new Date(Date.now() + days * day).toISOString().slice(0, 10)
  const evidence = {
    evidenceId: `${level} ${days}`,
    level,
    givenName: 'Anna',
    surname: 'Müller',
    birthDate: null,
    country: 'CH',
    mobile: anna.mobile,
    document: { kind: 'passport', number: 'X1', country: 'CH', expiresAt },
    approvalSerialNumber: null,
    identifiedAt: new Date().toISOString(),
  } as const
  await moveIdentification(api.context, id, { status: 'success', evidence })
  return id
}

/** How many expiry notices this person has after the daily job. */
async function notices({ email }: Payer): Promise<number> {
  await endIdentifications(api.context)
  const { rowCount } = await api.context.pool.query(
    `SELECT FROM mails WHERE recipient = $1 AND kind = 'identification_ends'`,
    [email],
  )
  return rowCount ?? 0
}

test('an identity for advanced signatures does not replace one for qualified signatures', async () => {
  const anna = await aPayer()
  await verify(anna, 'QES', 50)
  await verify(anna, 'AES', 900)
  expect(await notices(anna)).toBe(1)
  const mail = await api.inbox.next(anna.email, /identity verification/)
  expect(mail.text).toContain('no longer use it for qualified signatures')

  const dora = await aPayer()
  await verify(dora, 'AES', 50)
  await verify(dora, 'QES', 900)
  expect(await notices(dora)).toBe(0)
})

test('the notice of an identity for advanced signatures does not speak of qualified ones', async () => {
  const anna = await aPayer()
  await verify(anna, 'AES', 50)
  expect(await notices(anna)).toBe(1)
  const mail = await api.inbox.next(anna.email, /identity verification/)
  expect(mail.text).toContain('no longer use it for advanced signatures')
})

test('an identity whose means of approval has changed has ended: no notice says that it will', async () => {
  const anna = await aPayer()
  await verify(anna, 'QES', 50)
  const { id: accountId } = await api.call(getUser, {}, anna.as)
  await transaction(api.context.db, (tx) => markMeansChanged(api.context, tx, { accountId }, 'EIDAS'))
  expect(await notices(anna)).toBe(0)
})

test('a thousand people who were notified already do not keep the others waiting', async () => {
  const notified = await verify(await aPayer(), 'QES', 30)
  await endIdentifications(api.context)
  await api.context.pool.query(
    `INSERT INTO identifications (account_id, email, holder, language, legislation, method, provider, return_url, status,
       person_encrypted, evidence_encrypted, proven, created_at, updated_at, finished_at, valid_until, told_days)
     SELECT account_id, email, holder, language, legislation, method, provider, return_url, status, person_encrypted,
       evidence_encrypted, proven, created_at, updated_at, finished_at, valid_until, told_days
     FROM identifications, generate_series(1, 1000) WHERE id = $1`,
    [notified],
  )
  const anna = await aPayer()
  await verify(anna, 'QES', 50)
  expect(await notices(anna)).toBe(1)
})

test('an identity whose details can’t be decrypted any longer is forgotten in its time, and keeps no other from it', async () => {
  const [unreadable, old] = await Promise.all([aPayer(), aPayer()])
  const ids = [await verify(unreadable, 'QES', 50), await verify(old, 'QES', 50)]
  const { pool } = api.context
  await pool.query(
    "UPDATE identifications SET valid_until = now() - interval '366 days' WHERE id = ANY ($1)",
    [ids],
  )
  await pool.query("UPDATE identifications SET person_encrypted = '\\x00' WHERE id = $1", [ids[0]])
  await endIdentifications(api.context)
  const { rows } = await pool.query('SELECT id FROM identifications WHERE id = ANY ($1)', [ids])
  expect(rows).toEqual([])
})
