import { afterAll, beforeAll, expect, test } from 'vitest'
import { commands } from '#api/app/operator-commands/business/commands.ts'
import { connect } from '#api/platform/db/connect.ts'
import { startTestApi, type TestApi } from '#api/testing/api.ts'
import { keysOf } from '#api/providers/payment/lookup-keys.ts'
import { readPriceList } from './price-list-repository.ts'

let api: TestApi
let plain: TestApi
beforeAll(async () => {
  ;[api, plain] = await Promise.all([
    startTestApi({ jobs: false, billing: 'chargebee' }),
    startTestApi({ jobs: false }),
  ])
})
afterAll(() => Promise.all([api?.stop(), plain?.stop()]))

const prices = (at: TestApi, check = false) => commands['prices']?.(at.context, { check }, [])

test('the provider has each price of the list: plans that are sold, and signatures beyond the included', async () => {
  const list = await readPriceList(api.context.db)
  const keys = keysOf(list)
  expect(keys).toContain('pro_year_eur')
  expect(keys).toContain('extra_qes_chf')
  expect(keys.filter((key) => key.startsWith('enterprise'))).toEqual([])
  const there = await api.context.payment.forNew?.listPrices()
  expect(there && keysOf(there).toSorted()).toEqual(keys.toSorted())
})

test('the operator is told what is missing, makes it, and leaves what is there as it is', async () => {
  expect(await prices(api, true)).toBe('CHARGEBEE: all prices are there')
  const owner = connect(api.connection, 'owner', 1, () => {})
  await owner.query(`UPDATE plans SET sold = true WHERE name = 'enterprise'`)
  await owner.query(`INSERT INTO plan_prices VALUES ('enterprise', 'year', 'EUR', 50000)`)
  await owner.query(`UPDATE plan_prices SET amount = 1300 WHERE plan = 'team'`)
  await owner.end()
  await expect(prices(api, true)).rejects.toThrow('1 price missing\n  enterprise_year_eur')
  expect(await prices(api)).toContain('1 price made\n  enterprise_year_eur')
  expect(await prices(api, true)).toBe('CHARGEBEE: all prices are there')
  const listed = await api.context.payment.forNew?.listPrices()
  const team = listed?.plans.filter(({ plan, cycle }) => plan === 'team' && cycle === 'month')
  expect(team?.map(({ amount }) => amount)).toEqual([1200, 1200])
})

test('an installation without a payment provider has no prices to make', async () => {
  expect(plain.context.payment.forNew).toBeNull()
  await expect(prices(plain)).rejects.toThrow('There is no payment provider')
})
