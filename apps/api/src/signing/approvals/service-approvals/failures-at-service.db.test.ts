import type { Legislation } from '@countersign/contract/values.ts'
import * as approvals from '@countersign/contract/approvals.ts'
import type { SigningStatus } from '@countersign/contract/signature-request-shapes.ts'
import * as requests from '@countersign/contract/signature-requests.ts'
import { getSigningStatus, sign } from '@countersign/contract/signing.ts'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { lookInto, orderOf } from '#api/testing/request-actions.ts'
import { type Person, startTestApi, type TestApi } from '#api/testing/api.ts'
import { approveAt, someMobile } from '#api/testing/approve.ts'
import { anIdentified } from '#api/testing/identification/identified.ts'
import { aSignatureRequest } from '#api/testing/signature-request.ts'
import { endOverdueApprovals } from '../end-approvals.ts'

let api: TestApi
let ben: Person
let anna: Person
const mobile = someMobile()
beforeAll(async () => {
  api = await startTestApi()
  ben = await api.person({ firstName: 'Ben' })
  anna = await api.person({ firstName: 'Anna' })
})
afterAll(() => api?.stop())
const { eventsOf, breaks, keyOf } = lookInto(() => api)
beforeEach(async () => {
  await fetch(`${api.sandboxUrl}/api/faults`, { method: 'DELETE' })
  // A mismatch of the means ends an identification; each test begins with one that counts.
  await api.context.pool.query('DELETE FROM identifications')
  for (const legislation of ['ZERTES', 'EIDAS'] as const)
    await anIdentified(api.context.pool, anna.email, { legislation, mobile, knownAt: api.sandboxUrl })
})
afterEach(async () => expect(await breaks()).toEqual([]))

const aQes = (legislation: Legislation) =>
  aSignatureRequest(api, { owner: ben, quality: 'QES', legislation, signers: [{ email: anna.email }] })
const begin = async (...ids: string[]) => (await api.call(sign, orderOf(...ids), anna.as)).signatures
const stepIn = ([first]: readonly SigningStatus[]) => {
  if (!first?.step) throw new Error(`There is no step, but ${first?.error}`)
  return first.step
}
const proceed = (id: string) => api.call(approvals.proceed, { params: { id }, body: {} }, anna.as)
const cancel = (id: string) => api.call(approvals.cancelApproval, { params: { id } }, anna.as)
const handleReturn = (query: string) =>
  api.call(approvals.redirectSign, {
    params: { id: new URLSearchParams(query).get('state') ?? '' },
    body: { params: query },
  })
/** How the one signature of a request stands, once it has come to an end. */
async function outcomeOf({ id, signatures }: { id: string; signatures: readonly { sid: string }[] }) {
  const params = { id, sigId: signatures[0]?.sid ?? '' }
  const status = () => api.call(getSigningStatus, { params }, anna.as)
  await expect.poll(async () => (await status()).status).not.toBe('OPEN')
  return status()
}
const locks = async () => (await api.context.pool.query('SELECT FROM signing_locks')).rowCount
const prepared = async () => (await api.context.pool.query('SELECT FROM prepared_signatures')).rowCount

async function signWell(request: Awaited<ReturnType<typeof aQes>>): Promise<void> {
  const step = stepIn(await begin(request.id))
  if (step.kind === 'REDIRECT') {
    const params = { id: request.id, sigId: request.signatures[0]?.sid ?? '' }
    const { url } = await api.call(approvals.createPar, { params, body: {} }, anna.as)
    await handleReturn((await approveAt(api.inbox, url, { mobile })) ?? '')
  } else {
    await approveAt(api.inbox, step.url ?? '', { mobile })
    await proceed(step.id)
  }
  expect(await outcomeOf(request)).toMatchObject({ status: 'SIGNED', error: null })
}

test.each([
  ['authentication_failed', 'service_unavailable'],
  ['signature_error', 'signing_failed'],
  ['insufficient_data', 'signing_failed'],
  ['service_inactive', 'service_unavailable'],
] as const)(
  '%s before the approval is %s; the same request is signed well afterwards',
  async (kind, error) => {
    const request = await aQes('ZERTES')
    await api.fault('ais', kind)
    await begin(request.id)
    expect(await outcomeOf(request)).toMatchObject({ status: 'ERROR', error })
    expect([await locks(), await prepared()]).toEqual([0, 0])
    await signWell(request)
  },
)

test('a service that is away when it begins is said to be; the same request is signed well afterwards', async () => {
  for (const law of ['ZERTES', 'EIDAS'] as const) {
    const request = await aQes(law)
    await api.fault(law === 'ZERTES' ? 'ais' : 'mab', 'status_503', -1)
    await begin(request.id)
    expect(await outcomeOf(request)).toMatchObject({ status: 'ERROR', error: 'service_unavailable' })
    expect([await locks(), await prepared()]).toEqual([0, 0])
    await fetch(`${api.sandboxUrl}/api/faults`, { method: 'DELETE' })
    await signWell(request)
  }
})

test.each([
  ['user_cancel', 'cancelled'],
  ['step_up_timeout', 'timed_out'],
  ['step_up_status', 'mobile_signing_failed'],
  ['invalid_otp', 'tan_locked'],
  ['bad_signature', 'signing_failed'],
  ['wrong_quality', 'signing_failed'],
] as const)(
  '%s after the approval is %s; the same request is signed well afterwards',
  async (kind, error) => {
    const request = await aQes('ZERTES')
    const step = stepIn(await begin(request.id))
    await api.fault('ais', kind)
    await approveAt(api.inbox, step.url ?? '', { mobile })
    await proceed(step.id)
    expect(await outcomeOf(request)).toMatchObject({ status: 'ERROR', error })
    const failed = (await eventsOf(request.id)).find(({ type }) => type === 'signing_failed')
    expect(failed?.data).toMatchObject({ error })
    expect([await locks(), await prepared()]).toEqual([0, 0])
    await fetch(`${api.sandboxUrl}/api/faults`, { method: 'DELETE' })
    await signWell(request)
  },
)

test.each([
  ['user_cancel', 'cancelled'],
  ['identification_required', 'identification_required'],
  ['revoked_certificate', 'mobile_signing_failed'],
  ['invalid_client', 'service_unavailable'],
  ['foreign_audience', 'signing_failed'],
] as const)('%s on the way back is %s; the same request is signed well afterwards', async (kind, error) => {
  const request = await aQes('EIDAS')
  await begin(request.id)
  const params = { id: request.id, sigId: request.signatures[0]?.sid ?? '' }
  const { url } = await api.call(approvals.createPar, { params, body: {} }, anna.as)
  await api.fault('mab', kind)
  const back = await handleReturn((await approveAt(api.inbox, url, { mobile })) ?? '')
  expect(back.signatures).toMatchObject([{ status: 'ERROR', error }])
  expect([await locks(), await prepared()]).toEqual([0, 0])
  await fetch(`${api.sandboxUrl}/api/faults`, { method: 'DELETE' })
  await signWell(request)
})

const mend = () => fetch(`${api.sandboxUrl}/api/faults`, { method: 'DELETE' })

test('AIS: each way it refuses, fails, or gives what is no signature ends with its error, and in the end the request is signed', async () => {
  const request = await aQes('ZERTES')
  const expectError = async (kind: string, error: string) => {
    expect([kind, await outcomeOf(request)]).toMatchObject([kind, { status: 'ERROR', error }])
    await mend()
  }
  const atOnce = [
    ['status_503', 'service_unavailable'],
    ['refused', 'service_unavailable'],
    ['authentication_failed', 'service_unavailable'],
    ['cant_serve_timely', 'service_unavailable'],
    ['insufficient_data', 'signing_failed'],
    ['service_inactive', 'service_unavailable'],
    ['signature_error', 'signing_failed'],
    ['timestamp_error', 'service_unavailable'],
    ['unexpected_data', 'signing_failed'],
    ['unknown_customer', 'service_unavailable'],
    ['unknown_service_entity', 'service_unavailable'],
    ['unsupported_digest_algorithm', 'signing_failed'],
    ['unsupported_profile', 'signing_failed'],
    ['general_error', 'signing_failed'],
    // What becomes of the declaration of will, as the next look at it finds.
    ['user_cancel', 'cancelled'],
    ['step_up_timeout', 'timed_out'],
    ['step_up_status', 'mobile_signing_failed'],
    ['invalid_password', 'tan_locked'],
    ['invalid_otp', 'tan_locked'],
    ['no_key_found', 'mobile_signing_failed'],
  ] as const
  for (const [kind, error] of atOnce) {
    await api.fault('ais', kind, -1)
    await begin(request.id)
    await expectError(kind, error)
  }
  for (const kind of ['bad_signature', 'wrong_digest', 'wrong_algorithm', 'wrong_quality']) {
    const step = stepIn(await begin(request.id))
    await api.fault('ais', kind, -1)
    await approveAt(api.inbox, step.url ?? '', { mobile })
    await expectError(kind, 'signing_failed')
  }
  await signWell(request)
})

test('MAB: each way it refuses, fails, or gives what is no signature ends with its error, and in the end the request is signed', async () => {
  const request = await aQes('EIDAS')
  const expectError = async (kind: string, error: string) => {
    expect([kind, await outcomeOf(request)]).toMatchObject([kind, { status: 'ERROR', error }])
    await mend()
  }
  for (const kind of ['status_503', 'refused']) {
    await api.fault('mab', kind, -1)
    await begin(request.id)
    await expectError(kind, 'service_unavailable')
  }
  const onTheWayBack = [
    ['user_cancel', 'cancelled'],
    ['foreign_audience', 'signing_failed'],
    ['invalid_client', 'service_unavailable'],
    ['invalid_authentication_device', 'mobile_signing_failed'],
    ['revoked_certificate', 'mobile_signing_failed'],
    ['invalid_signature', 'mobile_signing_failed'],
    ['outstanding_transaction', 'mobile_signing_failed'],
    ['expired_token', 'timed_out'],
    ['invalid_token', 'signing_failed'],
    ['bad_signature', 'signing_failed'],
    ['wrong_digest', 'signing_failed'],
    ['wrong_quality', 'signing_failed'],
    ['identification_required', 'identification_required'],
    ['invalid_jurisdiction', 'identification_required'],
    ['serial_number_mismatch', 'serial_number_mismatch'],
  ] as const
  const params = { id: request.id, sigId: request.signatures[0]?.sid ?? '' }
  for (const [kind, error] of onTheWayBack) {
    expect(stepIn(await begin(request.id)).kind).toBe('REDIRECT')
    const { url } = await api.call(approvals.createPar, { params, body: {} }, anna.as)
    await api.fault('mab', kind, -1)
    await handleReturn((await approveAt(api.inbox, url, { mobile })) ?? '')
    await expectError(kind, error)
    if (!['identification_required', 'serial_number_mismatch'].includes(error)) continue
    const proved = { legislation: 'EIDAS', mobile, knownAt: api.sandboxUrl } as const
    await anIdentified(api.context.pool, anna.email, proved)
  }
  await signWell(request)
})

test('a service that is away for a moment while the signer approves ends nothing', async () => {
  const request = await aQes('ZERTES')
  const step = stepIn(await begin(request.id))
  await api.fault('ais', 'step_up_transport')
  expect((await proceed(step.id)).signatures).toMatchObject([{ status: 'OPEN', step: { id: step.id } }])
  await approveAt(api.inbox, step.url ?? '', { mobile })
  expect(await outcomeOf(request)).toMatchObject({ status: 'SIGNED' })
})

/** A redirect that was approved, long after the signer had clicked, and the way back from it. */
async function approvedLate() {
  const request = await aQes('EIDAS')
  await begin(request.id)
  const params = { id: request.id, sigId: request.signatures[0]?.sid ?? '' }
  const { url } = await api.call(approvals.createPar, { params, body: {} }, anna.as)
  const query = (await approveAt(api.inbox, url, { mobile })) ?? ''
  const { rows } = await api.context.pool.query<{ approval_id: string }>(
    "UPDATE signings SET created_at = now() - interval '20 minutes' WHERE request_id = $1 RETURNING approval_id",
    [request.id],
  )
  return { request, query, approvalId: rows[0]?.approval_id ?? '' }
}

test('timestamp authorities that are away for a moment after the approval cost no signature', async () => {
  const { request, query } = await approvedLate()
  await api.fault('tsa', 'status_503')
  await api.fault('tsa2', 'status_503')
  expect((await handleReturn(query)).signatures).toMatchObject([{ status: 'SIGNED', error: null }])
  const types = (await eventsOf(request.id)).map(({ type }) => type)
  expect(types.filter((type) => type === 'approval_given')).toHaveLength(1)
})

test('timestamp authorities that stay away for ten minutes after the approval end the signing', async () => {
  const { request, query, approvalId } = await approvedLate()
  await api.fault('tsa', 'status_503', -1)
  await api.fault('tsa2', 'status_503', -1)
  const back = handleReturn(query)
  await expect
    .poll(async () => (await eventsOf(request.id)).map(({ type }) => type))
    .toContain('approval_given')
  await api.context.pool.query(
    "UPDATE approvals SET finished_at = now() - interval '10 minutes' WHERE id = $1",
    [approvalId],
  )
  expect(await outcomeOf(request)).toMatchObject({ status: 'ERROR', error: 'timestamp_unavailable' })
  await back
  expect([await locks(), await prepared()]).toEqual([0, 0])
})

test('another means of approval than at the identification ends the signing and the identification', async () => {
  const request = await aQes('ZERTES')
  await api.fault('ais', 'serial_number_mismatch')
  await begin(request.id)
  expect(await outcomeOf(request)).toMatchObject({ status: 'ERROR', error: 'serial_number_mismatch' })
  expect(await keyOf(api.ask(sign, orderOf(request.id), anna.as))).toBe('signing.identification_required')
})

test('a cancellation by the signer, a withdrawal by the owner and a timeout each end the approval and free the request', async () => {
  const [first, second, third] = [await aQes('ZERTES'), await aQes('EIDAS'), await aQes('EIDAS')]
  const step = stepIn(await begin(first.id))
  expect((await cancel(step.id)).signatures).toMatchObject([{ status: 'ERROR', error: 'cancelled' }])
  // What is approved at the service now signs nothing any longer.
  await approveAt(api.inbox, step.url ?? '', { mobile })
  expect((await proceed(step.id)).signatures).toMatchObject([{ status: 'ERROR', error: 'cancelled' }])

  await begin(second.id, third.id)
  const params = { id: second.id }
  await api.call(requests.withdrawSignatureRequest, { params, body: { message: '' } }, ben.as)
  expect(await outcomeOf(second)).toMatchObject({ status: 'ERROR', error: 'request.not_open' })
  // The same approval was for both, but this one is open still.
  expect(await outcomeOf(third)).toMatchObject({ status: 'ERROR', error: 'cancelled' })

  await begin(third.id)
  await api.context.pool.query(
    "UPDATE approvals SET expires_at = now() - interval '1 second' WHERE status = 'OPEN'",
  )
  await endOverdueApprovals(api.context)
  expect(await outcomeOf(third)).toMatchObject({ status: 'ERROR', error: 'timed_out' })
  expect([await locks(), await prepared()]).toEqual([0, 0])
  await signWell(third)
})

test('of those who ask, cancel and poll at once one decides, and the request is never stuck', async () => {
  for (let round = 0; round < 4; round += 1) {
    const request = await aQes('ZERTES')
    const step = stepIn(await begin(request.id))
    await approveAt(api.inbox, step.url ?? '', { mobile })
    await Promise.all([
      proceed(step.id),
      proceed(step.id),
      ...(round % 2 === 1 ? [cancel(step.id)] : []),
      proceed(step.id),
    ])
    const outcome = await outcomeOf(request)
    if (round % 2 === 0) expect(outcome).toMatchObject({ status: 'SIGNED' })
    else expect(['SIGNED', 'ERROR']).toContain(outcome.status)
    const types = (await eventsOf(request.id)).map(({ type }) => type)
    const has = (type: string) => types.filter((one) => one === type).length
    expect([has('signed'), has('approval_given'), has('signing_failed')]).toEqual(
      outcome.status === 'SIGNED' ? [1, 1, 0] : [0, 0, 1],
    )
    expect([await locks(), await prepared()]).toEqual([0, 0])
  }
})

test('someone else’s approval is not there, and a guessed state is slowed', async () => {
  const request = await aQes('ZERTES')
  const { id } = stepIn(await begin(request.id))
  const [params, body] = [{ id }, {}]
  expect(await keyOf(api.ask(approvals.proceed, { params, body }, ben.as))).toBe('not_found')
  expect(await keyOf(api.ask(approvals.cancelApproval, { params }, ben.as))).toBe('not_found')
  await cancel(id)
  const guesses: string[] = []
  for (let n = 0; n < 32; n += 1)
    guesses.push(
      await keyOf(api.ask(approvals.redirectSign, { params: { id: `guess-${n}` }, body: { params: '' } })),
    )
  expect([guesses[0], guesses.at(-1)]).toEqual(['not_found', 'rate.exceeded'])
})

test('a service that began while the approval was being cancelled is told so', async () => {
  const request = await aQes('ZERTES')
  const service = api.context.trustServices.named('ais')
  if (!service) throw new Error('There is no such service')
  const tickets: string[] = []
  const told = vi.spyOn(service, 'cancel')
  const client = await api.context.pool.connect()
  const waiting = async () => {
    const { rowCount } = await api.context.pool.query(
      // Of other rows, jobs may be waiting.
      `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
       AND query LIKE '%signature_requests%'`,
    )
    return rowCount
  }
  try {
    // Keeps what the service answers from being written down until the signer has cancelled.
    const beginThere = service.begin.bind(service)
    vi.spyOn(service, 'begin').mockImplementationOnce(async (order) => {
      const progress = await beginThere(order)
      if (progress.kind === 'waiting') tickets.push(progress.ticket)
      await client.query('BEGIN')
      await client.query('SELECT FROM signature_requests WHERE id = $1 FOR UPDATE', [request.id])
      return progress
    })
    const begun = begin(request.id)
    await expect.poll(waiting).toBe(1)
    const { rows } = await api.context.pool.query<{ approval_id: string }>(
      'SELECT approval_id FROM signings WHERE request_id = $1',
      [request.id],
    )
    const cancelled = cancel(rows[0]?.approval_id ?? '')
    await expect.poll(waiting).toBe(2)
    await client.query('COMMIT')
    expect((await cancelled).signatures).toMatchObject([{ status: 'ERROR', error: 'cancelled' }])
    await begun
    expect(tickets).toHaveLength(1)
    expect(told.mock.calls).toEqual([tickets])
  } finally {
    client.release()
    vi.restoreAllMocks()
  }
})
