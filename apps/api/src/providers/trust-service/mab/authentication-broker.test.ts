import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { client } from '../../../../../sandbox/src/trust-services/client.ts'
import { startTrustServices } from '../../../../../sandbox/src/trust-services/start.ts'
import type { RunningTrustServices } from '../../../../../sandbox/src/trust-services/start.ts'
import { fromPem } from '#api/platform/values/pem.ts'
import { approveAtSandbox } from '../stepwise/approve-at-sandbox.fixture.ts'
import { anOrder, signWith, stepwiseConformance } from '../stepwise/conformance.ts'
import { aPerson, aSeal } from '../stepwise/people.fixture.ts'
import { authenticationBroker } from './authentication-broker.ts'
import type { AuthenticationBrokerOptions } from './authentication-broker.ts'

let sandbox: RunningTrustServices
beforeAll(async () => (sandbox = await startTrustServices()))
afterAll(() => sandbox.close())
beforeEach(() => sandbox.faults.clear())

function adapter(change: Partial<AuthenticationBrokerOptions> = {}) {
  return authenticationBroker({
    url: sandbox.url,
    pagesUrl: sandbox.pagesUrl,
    clientId: client.id,
    clientSecret: client.secret,
    identity: sandbox.customer,
    authorities: sandbox.tlsRootPem,
    anchors: fromPem(sandbox.anchorsPem),
    credentials: {
      'AES:ZERTES': 'OnDemand-Advanced4',
      'QES:ZERTES': 'OnDemand-Qualified4',
      'AES:EIDAS': 'OnDemand-Advanced4.1-EU',
      'QES:EIDAS': 'OnDemand-Qualified4.1-EU',
      'seal:Muster AG': 'static-qualified4.1-eu',
    },
    now: () => new Date(),
    pause: async () => {},
    ...change,
  })
}

const act = (step: { url?: string | undefined }, choice: 'approve' | 'cancel') =>
  approveAtSandbox(sandbox, step.url ?? '', { choice })
const staged = (change?: Partial<AuthenticationBrokerOptions>) => ({ service: adapter(change), act })

stepwiseConformance('Multiple Authentication Broker', async (patience) => ({
  service: adapter(patience && { timeLimit: 300 }),
  parties: [
    aPerson('QES', 'EIDAS'),
    aPerson('QES', 'ZERTES'),
    aPerson('AES', 'EIDAS'),
    aPerson('AES', 'ZERTES'),
    aSeal('QES', 'EIDAS'),
  ],
  act,
  fail: (kind, times) => sandbox.faults.set({ party: 'mab', kind, times }),
  reopen: () => adapter(),
}))

test.each([
  ['user_cancel', 'cancelled'],
  ['invalid_client', 'misconfigured'],
  ['identification_required', 'identification_required'],
  ['invalid_jurisdiction', 'identification_required'],
  ['serial_number_mismatch', 'serial_number_mismatch'],
  ['invalid_authentication_device', 'mobile_signing_failed'],
  ['revoked_certificate', 'mobile_signing_failed'],
  ['invalid_signature', 'mobile_signing_failed'],
  ['outstanding_transaction', 'mobile_signing_failed'],
  ['expired_token', 'timed_out'],
  ['invalid_token', 'signing_failed'],
  ['no_timestamp', 'answer_invalid'],
  ['foreign_audience', 'answer_invalid'],
] as const)('%s is %s', async (kind, code) => {
  sandbox.faults.set({ party: 'mab', kind, times: 1 })
  await expect(signWith(staged(), anOrder(aPerson()))).rejects.toMatchObject({ code })
})

test('a code and a signature activation are good once', async () => {
  const service = adapter()
  const begun = await service.begin(anOrder(aPerson()))
  if (begun.kind !== 'waiting') throw new Error('It signed without asking')
  const query = (await act(begun.step, 'approve')) ?? ''
  expect(await service.proceed(begun.ticket, query)).toMatchObject({ kind: 'signed' })
  await expect(service.proceed(begun.ticket, query)).rejects.toMatchObject({ code: 'signing_failed' })
})

test('a way back of another way there signs nothing', async () => {
  const service = adapter()
  const [first, second] = [await service.begin(anOrder(aPerson())), await service.begin(anOrder(aPerson()))]
  if (first.kind !== 'waiting' || second.kind !== 'waiting') throw new Error('It signed without asking')
  const query = await act(first.step, 'approve')
  await expect(service.proceed(second.ticket, query)).rejects.toMatchObject({ code: 'answer_invalid' })
})

test('the serial number of the consent is told, and another one than at the identification is found out', async () => {
  const { approval } = await signWith(staged(), anOrder(aPerson()))
  const approvalSerialNumber = approval.consentSerialNumber
  expect(approvalSerialNumber).toMatch(/^SAS01/)
  const same = aPerson('QES', 'ZERTES', { approvalSerialNumber })
  expect((await signWith(staged(), anOrder(same))).approval.consentSerialNumber).toBe(approvalSerialNumber)
  const other = aPerson('QES', 'ZERTES', { approvalSerialNumber: 'SAS01another' })
  await expect(signWith(staged(), anOrder(other))).rejects.toMatchObject({ code: 'serial_number_mismatch' })
})

test('a token that names no consent signs nothing, where the identification has one', async () => {
  sandbox.faults.set({ party: 'mab', kind: 'no_consent', times: 2 })
  const known = aPerson('QES', 'ZERTES', { approvalSerialNumber: 'SAS01182dz4w06itj' })
  await expect(signWith(staged(), anOrder(known))).rejects.toMatchObject({ code: 'answer_invalid' })
  expect((await signWith(staged(), anOrder(aPerson()))).signatures).toHaveLength(1)
})

test('an approval that comes too late is over', async () => {
  const begun = await adapter().begin(anOrder(aPerson()))
  if (begun.kind !== 'waiting') throw new Error('It signed without asking')
  const query = await act(begun.step, 'approve')
  const later = adapter({ now: () => new Date(Date.now() + 3_600_000) })
  await expect(later.proceed(begun.ticket, query)).rejects.toMatchObject({ code: 'timed_out' })
})

test('without a client certificate nothing begins', async () => {
  const stranger = adapter({ identity: undefined })
  for (const party of [aPerson(), aSeal('QES', 'EIDAS')])
    await expect(stranger.begin(anOrder(party))).rejects.toMatchObject({ code: 'misconfigured' })
})
