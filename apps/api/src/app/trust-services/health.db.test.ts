import { getTrustServicesHealth } from '@countersign/contract/trust-services.ts'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anOrder } from '#api/providers/trust-service/stepwise/conformance.ts'
import { aPerson } from '#api/providers/trust-service/stepwise/people.fixture.ts'
import { type Person, startTestApi, type TestApi } from '#api/testing/api.ts'
import { aBusiness } from '#api/testing/business.ts'
import { openMetrics } from '#api/app/metrics/open-metrics.ts'

let api: TestApi
let dora: Person
let emil: Person
const said: string[] = []
// Half a minute later, when a service that was left alone is tried again.
let later = 0
beforeAll(async () => {
  const log = pino({ level: 'info' }, { write: (line: string) => said.push(line) })
  api = await startTestApi({ log, now: () => new Date(Date.now() + later) })
  dora = await api.person({ firstName: 'Dora' })
  emil = await api.person({ firstName: 'Emil' })
  await aBusiness(api, { admins: [dora], members: [emil] })
})
afterAll(() => api?.stop())

const begin = () => api.context.trustServices.named('ais')?.begin(anOrder(aPerson()))
const stateOf = async (name: string) => {
  const { services } = await api.call(getTrustServicesHealth, {}, dora.as)
  return services.find((service) => service.name === name)
}

test('admins see how each service does and what it makes; nobody else does', async () => {
  expect(await stateOf('local')).toMatchObject({ makes: ['AES:ZERTES', 'AES:EIDAS'], state: 'UP' })
  expect(await stateOf('ais')).toEqual({
    name: 'ais',
    makes: ['QES:ZERTES', 'SEAL_AES:ZERTES', 'SEAL_QES:ZERTES'],
    state: 'UNKNOWN',
    last_success: null,
    last_failure: null,
  })
  const refused = await api.ask(getTrustServicesHealth, {}, emil.as)
  expect(refused).toMatchObject({ status: 403, error: { key: 'business.not_allowed' } })
})

test('a service that is away is told of: to admins, in the log once for each change, and in figures', async () => {
  const metrics = openMetrics(api.context)
  await api.fault('ais', 'refused', -1)
  for (let attempt = 0; attempt < 6; attempt++)
    await expect(begin()).rejects.toMatchObject({ code: 'unavailable' })
  expect(await stateOf('ais')).toMatchObject({
    state: 'DOWN',
    last_failure: { reason: expect.any(String), at: expect.any(String) },
  })
  expect(await metrics.text()).toContain('countersign_trust_service_state{service="ais",state="DOWN"} 1')
  const ready = await fetch(`${api.url}/readyz`)
  expect([ready.status, await ready.json()]).toMatchObject([200, { trust_services: { ais: 'DOWN' } }])

  await fetch(`${api.sandboxUrl}/api/faults`, { method: 'DELETE' })
  later = 60_000
  await begin()
  expect(await stateOf('ais')).toMatchObject({ state: 'UP' })
  const changes = said.filter((line) => line.includes('in another state')).map((line) => JSON.parse(line))
  expect(changes.map(({ from, to }) => `${from} ${to}`)).toEqual([
    'UNKNOWN FAILING',
    'FAILING DOWN',
    'DOWN UP',
  ])
})
