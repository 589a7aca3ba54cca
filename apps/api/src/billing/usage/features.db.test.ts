import { createApiUser } from '@countersign/contract/api-users.ts'
import { setLogo } from '@countersign/contract/business-settings.ts'
import { updateBusinessSettings } from '@countersign/contract/businesses.ts'
import { loginApiUser } from '@countersign/contract/integration/access.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect } from '#api/platform/db/connect.ts'
import { startTestApi, type TestApi } from '#api/testing/api.ts'
import { aBusiness } from '#api/testing/business.ts'
import { aBulkSend, aTemplate } from '#api/testing/template.ts'

let api: TestApi
let owner: ReturnType<typeof connect>
beforeAll(async () => {
  api = await startTestApi({ billing: 'chargebee' })
  owner = connect(api.connection, 'owner', 1, () => {})
})
afterAll(async () => {
  await owner?.end()
  await api?.stop()
})

/** A business in its trial, which has all that `pro` has. */
async function aTrial() {
  const admin = await api.person({ firstName: 'Anna' })
  const id = await aBusiness(api, { admins: [admin] })
  const params = { id }
  const { as } = admin
  const apiUser = { description: 'Payroll', scopes: ['members'] as ['members'] }
  const part11 = (enabled: boolean) => ({ signatureRequests: { part11: { enabled } } })
  return {
    admin,
    goOverTo: async (plan: string) => {
      await owner.query(
        `INSERT INTO business_billing (business_id, provider, manual_plan, manual_name, manual_seats,
           trial_ends_at, seats_changed_at, next_sync_at)
         VALUES ($1, 'MANUAL', $2, $2, 5, now(), now(), now())
         ON CONFLICT (business_id) DO UPDATE SET provider = 'MANUAL', manual_plan = $2, manual_name = $2,
           manual_seats = 5`,
        [id, plan],
      )
    },
    addApiUser: () => api.ask(createApiUser, { params, body: apiUser }, as),
    setPart11: (enabled: boolean) =>
      api.ask(updateBusinessSettings, { params, body: { settings: part11(enabled) } }, as),
    addLogo: () => api.ask(setLogo, { params, body: { image: 'AAAA' } }, as),
  }
}
const missing = (feature: string) => ({ status: 403, error: { key: 'plan.not_included', feature } })

test('an admin turns on what the plan includes, and nothing else', async () => {
  const business = await aTrial()
  await business.goOverTo('individual')
  expect(await business.addApiUser()).toMatchObject(missing('apiUsers'))
  expect(await business.setPart11(true)).toMatchObject(missing('part11'))
  expect(await business.addLogo()).toMatchObject(missing('branding'))
  await business.goOverTo('pro')
  expect(await business.addApiUser()).toMatchObject({ ok: true })
  expect(await business.setPart11(true)).toMatchObject({ ok: true })
  // It is looked at now, and is no picture.
  expect(await business.addLogo()).toMatchObject({ error: { key: 'image.invalid' } })
})

test('as many API users as the plan includes, also of two that are made at once', async () => {
  const business = await aTrial()
  await business.goOverTo('team')
  const replies = await Promise.all([business.addApiUser(), business.addApiUser()])
  expect(replies.filter(({ ok }) => ok)).toHaveLength(1)
  expect(replies.find(({ ok }) => !ok)).toMatchObject(missing('apiUsers'))
})

test('with a smaller plan settings stay and may be sent back, and its API users are not let in', async () => {
  const business = await aTrial()
  const made = await business.addApiUser()
  await business.setPart11(true)
  await business.goOverTo('individual')
  expect(await business.setPart11(true)).toMatchObject({ ok: true })
  if (!made.ok) throw new Error('no API user was made')
  const body = { username: made.body.username, 'api-key': made.body.key }
  expect(await api.ask(loginApiUser, { body })).toMatchObject(missing('api'))
})

test('a table is sent with the plans that include it', async () => {
  const { admin, goOverTo } = await aTrial()
  const template = await aTemplate(api, { owner: admin, roles: ['Tenant'] })
  const table = 'Email\nben@example.net'
  await goOverTo('team')
  await expect(aBulkSend(api, { owner: admin, template, table })).rejects.toThrow('plan.not_included')
  await goOverTo('pro')
  expect(await aBulkSend(api, { owner: admin, template, table })).toMatchObject({ row_count: 1 })
  const free = await api.person({ firstName: 'Free' })
  const own = await aTemplate(api, { owner: free, roles: ['Tenant'] })
  await expect(aBulkSend(api, { owner: free, template: own, table })).rejects.toThrow('plan.not_included')
})
