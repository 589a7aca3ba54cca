import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect, openDatabase } from '#api/platform/db/connect.ts'
import { startTestApi, type TestApi } from '#api/testing/api.ts'
import { openLocalAuthority } from './authority.ts'
import { postgresKeyStore } from './key-store.ts'
import { replaceKey } from './replace-key.ts'
import { currentCrl } from './status.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api?.stop())

test('a new signing key is used by every running process at once, and the revoked one is on the list', async () => {
  const pool = connect(api.connection, 'application', 2, () => {})
  const { masterKey, config, now } = api.context
  const installation = { organization: 'Countersign', publicUrl: config.publicUrl }
  const store = postgresKeyStore(openDatabase(pool))
  const elsewhere = await openLocalAuthority({ store, masterKey, installation, now })
  const inUse = () => api.context.authority.current('service')

  const routine = await replaceKey(elsewhere, 'service', null)
  expect([routine.before.name, routine.after.name]).toEqual(['service-1', 'service-2'])
  await expect.poll(async () => (await inUse()).name).toBe('service-2')
  const { serialNumber } = routine.before.certificate
  expect(await store.findStatus(serialNumber)).toBe('good')

  const lost = await replaceKey(elsewhere, 'service', 'key-compromise')
  await expect.poll(async () => (await inUse()).name).toBe('service-3')
  expect(await store.listRevoked(lost.before.certificate.issuer)).toMatchObject([
    { serialNumber: lost.before.certificate.serialNumber, reason: 1 },
  ])
  const list = Buffer.from(await currentCrl(elsewhere, 'issuing')).toString('hex')
  expect(list).toContain(lost.before.certificate.serialNumber)
  await pool.end()
})
