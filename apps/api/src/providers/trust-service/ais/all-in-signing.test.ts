import { createHash, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTrustServices } from '../../../../../sandbox/src/trust-services/start.ts'
import type { RunningTrustServices } from '../../../../../sandbox/src/trust-services/start.ts'
import { withServer } from '#api/providers/identification/stand-in.fixture.ts'
import { fromPem } from '#api/platform/values/pem.ts'
import { approveAtSandbox } from '../stepwise/approve-at-sandbox.fixture.ts'
import { anOrder, signWith, stepwiseConformance } from '../stepwise/conformance.ts'
import { aPerson, aSeal } from '../stepwise/people.fixture.ts'
import { allInSigning } from './all-in-signing.ts'
import type { AllInSigningOptions } from './all-in-signing.ts'

let sandbox: RunningTrustServices
beforeAll(async () => (sandbox = await startTrustServices()))
afterAll(() => sandbox.close())
beforeEach(() => sandbox.faults.clear())

function adapter(change: Partial<AllInSigningOptions> = {}) {
  return allInSigning({
    url: `${sandbox.url}/AIS-Server/rs/v1.0`,
    identity: sandbox.customer,
    authorities: sandbox.tlsRootPem,
    anchors: fromPem(sandbox.anchorsPem),
    customer: 'countersign',
    keyEntities: {
      'AES:ZERTES': 'OnDemand-Advanced4',
      'QES:ZERTES': 'OnDemand-Qualified4',
      'AES:EIDAS': 'OnDemand-Advanced4.1-EU',
      'QES:EIDAS': 'OnDemand-Qualified4.1-EU',
      'seal:Muster AG': 'static-saphir4-ch',
    },
    now: () => new Date(),
    pause: async () => {},
    ...change,
  })
}

const act = (step: { url?: string | undefined }, choice: 'approve' | 'cancel') =>
  approveAtSandbox(sandbox, step.url ?? '', { choice })
const staged = () => ({ service: adapter(), act })

stepwiseConformance('All-in Signing Service', async (patience) => ({
  service: adapter(patience && { timeLimit: 300 }),
  parties: [
    aPerson('QES', 'ZERTES'),
    aPerson('AES', 'ZERTES'),
    aPerson('QES', 'EIDAS'),
    aPerson('AES', 'EIDAS'),
    aSeal(),
  ],
  act,
  fail: (kind, times) => sandbox.faults.set({ party: 'ais', kind, times }),
  beginsWithSigning: true,
  reopen: () => adapter(),
}))

describe('a result of the catalogue', () => {
  test.each([
    ['authentication_failed', 'misconfigured'],
    ['cant_serve_timely', 'unavailable'],
    ['insufficient_data', 'order_invalid'],
    ['service_inactive', 'unavailable'],
    ['signature_error', 'signing_failed'],
    ['timestamp_error', 'unavailable'],
    ['unexpected_data', 'order_invalid'],
    ['unknown_customer', 'misconfigured'],
    ['unknown_service_entity', 'misconfigured'],
    ['unsupported_digest_algorithm', 'order_invalid'],
    ['unsupported_profile', 'order_invalid'],
    ['general_error', 'signing_failed'],
    ['missing_mobile', 'order_invalid'],
  ] as const)('%s is %s', async (kind, code) => {
    sandbox.faults.set({ party: 'ais', kind, times: 1 })
    await expect(adapter().begin(anOrder(aPerson()))).rejects.toMatchObject({ code })
  })

  test.each([
    ['user_cancel', 'cancelled'],
    ['step_up_timeout', 'timed_out'],
    ['step_up_status', 'mobile_signing_failed'],
    ['step_up_transport', 'unavailable'],
    ['invalid_password', 'tan_locked'],
    ['invalid_otp', 'tan_locked'],
    ['no_key_found', 'mobile_signing_failed'],
    ['serial_number_mismatch', 'serial_number_mismatch'],
  ] as const)('%s, after the approval, is %s', async (kind, code) => {
    sandbox.faults.set({ party: 'ais', kind, times: 1 })
    await expect(signWith(staged(), anOrder(aPerson()))).rejects.toMatchObject({ code })
  })
})

test('five wrong codes end it', async () => {
  const service = adapter()
  const begun = await service.begin(anOrder(aPerson()))
  if (begun.kind !== 'waiting') throw new Error('It signed without asking')
  for (let attempt = 0; attempt < 5; attempt++)
    await approveAtSandbox(sandbox, begun.step.url ?? '', { choice: 'approve', code: 'wrong' })
  await act(begun.step, 'approve')
  await expect(service.proceed(begun.ticket)).rejects.toMatchObject({ code: 'tan_locked' })
})

test('a signer whose means of approval are others than at the identification is found out', async () => {
  const mobile = '+41790000001'
  const { approval } = await signWith(staged(), anOrder(aPerson('QES', 'ZERTES', { mobile })))
  const approvalSerialNumber = approval.serialNumber
  expect(approvalSerialNumber).toMatch(/^SAS01/)
  const party = aPerson('QES', 'ZERTES', { mobile, approvalSerialNumber })
  await signWith(staged(), anOrder(party))
  const address = `${sandbox.pagesUrl}/api/trust-services/people/${mobile}/renew-means`
  await fetch(address, { method: 'POST' })
  await expect(signWith(staged(), anOrder(party))).rejects.toMatchObject({ code: 'serial_number_mismatch' })
})

test('without a client certificate nothing is signed', async () => {
  const stranger = adapter({ identity: undefined })
  await expect(stranger.begin(anOrder(aPerson()))).rejects.toMatchObject({ code: 'misconfigured' })
})

test('a request whose answer is lost is not made again: it may have signed, and asked the signer', async () => {
  await withServer(
    (request) => request.socket.destroy(),
    async ({ url, heard }) => {
      await expect(adapter({ url }).begin(anOrder(aSeal()))).rejects.toMatchObject({ code: 'unavailable' })
      await expect(adapter({ url }).begin(anOrder(aPerson()))).rejects.toMatchObject({ code: 'unavailable' })
      expect(heard.map(({ path }) => path)).toEqual(['/sign', '/sign'])
    },
  )
})

test('a service under another root than expected gets to see nothing', async () => {
  const stranger = adapter({ authorities: sandbox.anchorsPem })
  await expect(stranger.begin(anOrder(aSeal()))).rejects.toMatchObject({ code: 'unavailable' })
})

test('a signer without a number or a country, and a key that is not set up, are refused before anybody is asked', async () => {
  for (const missing of [{ mobile: undefined }, { country: undefined }]) {
    const nobody = aPerson('QES', 'ZERTES', missing)
    const begun = adapter().begin(anOrder(nobody))
    await expect(begun).rejects.toMatchObject({
      code: 'order_invalid',
      message: expect.stringContaining('no'),
    })
  }
  const bare = adapter({ keyEntities: {} })
  await expect(bare.begin(anOrder(aSeal()))).rejects.toMatchObject({ code: 'misconfigured' })
})

test('a name is a name, whatever is in it', async () => {
  const name = 'Anna, c=US + "O\'Hara" \\ ;<#>'
  const party = aPerson('QES', 'ZERTES', { name })
  const { signatures } = await signWith(staged(), anOrder(party))
  const text = Buffer.from(signatures[0]?.certificate ?? []).toString('utf8')
  expect(text).toContain(name)
})

test('a country that there is not is refused by the service', async () => {
  const party = aPerson('QES', 'ZERTES', { country: 'QQ' })
  await expect(adapter().begin(anOrder(party))).rejects.toMatchObject({ code: 'order_invalid' })
})

test('a signature without a time-stamp is none', async () => {
  const digest = createHash('sha256').update(randomBytes(8)).digest()
  sandbox.faults.set({ party: 'ais', kind: 'no_timestamp', times: 1 })
  const order = { ...anOrder(aSeal()), documents: [{ id: 'a', digest, label: 'A' }] }
  await expect(adapter().begin(order)).rejects.toThrow(/no time-stamp/)
})
