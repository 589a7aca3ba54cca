import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect, openDatabase } from '#api/platform/db/connect.ts'
import { startTestApi, type TestApi } from '#api/testing/api.ts'
import { openLocalAuthority } from './authority.ts'
import { postgresKeyStore } from './key-store.ts'
import { openSigningKeys } from './signing-keys.ts'
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
  const options = { store, masterKey, installation, now }
  const keys = openSigningKeys(store, async () => options)
  const inUse = () => api.context.authority.current('service')

  const routine = await keys.replace('service', null)
  expect([routine.before.name, routine.after.name]).toEqual(['service-1', 'service-2'])
  await expect.poll(async () => (await inUse()).name).toBe('service-2')
  const { serialNumber } = routine.before
  expect(await store.findStatus(serialNumber)).toBe('good')

  const lost = await keys.replace('service', 'key-compromise')
  await expect.poll(async () => (await inUse()).name).toBe('service-3')
  expect(await store.findStatus(lost.before.serialNumber)).toMatchObject({ reason: 1 })
  expect(lost.before).toMatchObject({ name: 'service-2', state: 'revoked' })
  const list = await currentCrl(await openLocalAuthority(options), 'issuing')
  expect(Buffer.from(list).toString('hex')).toContain(lost.before.serialNumber)
  await pool.end()
})
