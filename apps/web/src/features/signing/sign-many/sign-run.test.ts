import type { SigningStatus } from '@countersign/contract/signature-request-shapes.ts'
import { beforeEach, expect, it, vi } from 'vitest'
import { aRequest, aSignature, aSignerField, mayDo } from '#web/testing/signature-request.ts'
import { CallError } from '#web/lib/calls/call-error.ts'
import { isRunning, signAll, signRun } from './sign-run.ts'

const call = vi.hoisted(() => vi.fn<(...given: never[]) => Promise<unknown>>())
const approve = vi.hoisted(() => vi.fn<(status: SigningStatus) => Promise<SigningStatus | 'stopped'>>())
vi.mock('#web/features/approvals/approve.ts', () => ({ approve, loadApprovalWords: async () => undefined }))
vi.mock('#web/lib/calls/api.ts', () => ({ call, randomKey: () => crypto.randomUUID() }))

beforeEach(() => {
  vi.stubGlobal('window', new EventTarget())
  signRun.set(null)
})

const options = { visual: null, language: 'en' } as const
const requests = ['a', 'b', 'c', 'd'].map((id) => aRequest({ id, title: id }))
const done = (id: string): SigningStatus => ({
  signatureRequestId: id,
  signatureId: 's',
  status: 'SIGNED',
  error: null,
})
type Sent = { body: { signatureRequests: [{ signatureRequestId: string }] } }

it('a run signs each on its own, and continues where one is refused', async () => {
  call.mockImplementation((_, { body }: Sent) => {
    const id = body.signatureRequests[0].signatureRequestId
    if (id === 'b')
      return Promise.reject(new CallError({ key: 'request.not_open', status: 409, message: '' }))
    return Promise.resolve({ signatures: [done(id)] })
  })
  const asksBeforeLeaving = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
  const running = signAll(requests, options)
  expect(isRunning(signRun.get())).toBe(true)
  expect(asksBeforeLeaving()).toBe(true)
  await running
  expect(isRunning(signRun.get())).toBe(false)
  expect(asksBeforeLeaving()).toBe(false)
  expect(signRun.get()?.map(({ outcome }) => outcome)).toEqual([
    { kind: 'signed' },
    { kind: 'failed', code: 'request.not_open' },
    { kind: 'signed' },
    { kind: 'signed' },
  ])
})

it('a run sends the same act again where no answer came, and takes no second run meanwhile', async () => {
  vi.useFakeTimers()
  const keys: string[] = []
  call.mockImplementation((_, { body }: Sent, { idempotencyKey }: { idempotencyKey: string }) => {
    keys.push(idempotencyKey)
    return keys.length === 1
      ? Promise.reject(new CallError({ key: 'network', status: 0, message: '' }))
      : Promise.resolve({ signatures: [done(body.signatureRequests[0].signatureRequestId)] })
  })
  const running = signAll(requests.slice(0, 1), options)
  await signAll(requests, options)
  expect(signRun.get()).toHaveLength(1)
  await vi.runAllTimersAsync()
  await running
  vi.useRealTimers()
  expect(keys).toEqual([expect.any(String), keys[0]])
  expect(signRun.get()?.[0]?.outcome).toEqual({ kind: 'signed' })
})

/** A service at which each of these is approved once for all of a call. */
function withApprovals(withdrawn: string, key = 'request.not_open') {
  let isApproved = false
  const sent: string[][] = []
  const versions = new Set<string>()
  const step = { kind: 'TAN', id: 'one' } as NonNullable<SigningStatus['step']>
  const stand = (id: string): SigningStatus =>
    isApproved ? done(id) : { ...done(id), status: 'OPEN' as const, step }
  call.mockImplementation(async (endpoint: { name: string }, input: never) => {
    const { body, params } = input as {
      body?: { signatureRequests: { signatureRequestId: string; updatedAt: string }[] }
      params?: { id: string }
    }
    const id = params?.id ?? ''
    if (endpoint.name === 'getSigningStatus') return stand(id)
    if (endpoint.name === 'getSignatureRequest')
      return key === 'request.changed'
        ? {
            ...aQualifiedRequest(id),
            ...(id === withdrawn ? { updated_at: '2031-01-01T00:00:00.000Z' } : {}),
          }
        : { ...aQualifiedRequest(id, id !== withdrawn), updated_at: '2031-01-01T00:00:00.000Z' }
    const ids = (body?.signatureRequests ?? []).map((one) => one.signatureRequestId)
    sent.push(ids)
    for (const { updatedAt } of body?.signatureRequests ?? []) versions.add(updatedAt)
    if (ids.includes(withdrawn)) throw new CallError({ key, status: 409, message: '' })
    return { signatures: ids.map(stand) }
  })
  approve.mockImplementation(async (status) => ((isApproved = true), { ...status, step: null }))
  return { sent, versions }
}

const onDocument = (fields: ReturnType<typeof aSignerField>[] = []) => ({
  document_id: 'd',
  visual_signature: null,
  fields,
})

function aQualifiedRequest(id: string, sign = true) {
  const viewer = { role: 'signer' as const, status: 'TO_SIGN' as const, can: mayDo({ sign }) }
  return aRequest({ id, title: id, quality: 'AES', viewer })
}

it.each(['request.not_open', 'request.changed'])(
  'a run approves those of one kind once, and leaves out one that is refused with %s',
  async (key) => {
    approve.mockClear()
    vi.useFakeTimers()
    const { sent, versions } = withApprovals('b', key)
    const running = signAll(
      ['a', 'b', 'c'].map((id) => aQualifiedRequest(id)),
      options,
    )
    await vi.runAllTimersAsync()
    await running
    vi.useRealTimers()
    expect(sent).toEqual([
      ['a', 'b', 'c'],
      ['a', 'c'],
    ])
    // As they were read: what has changed since is for the service to refuse.
    expect([...versions]).toEqual([aQualifiedRequest('a').updated_at])
    expect(approve).toHaveBeenCalledOnce()
    expect(signRun.get()?.map(({ outcome }) => outcome)).toEqual([
      { kind: 'signed' },
      { kind: 'failed', code: key },
      { kind: 'signed' },
    ])
  },
)

it('a run signs with what was chosen, and with the words of a record', async () => {
  const part11 = { signingName: 'Anna Muster', signingReason: 'I approve these records.' }
  const record = aRequest({ signatures: [aSignature({ document_signatures: [onDocument()] })] })
  const sent: unknown[] = []
  call.mockImplementation((_, { body }: Sent) => {
    sent.push(body.signatureRequests[0])
    return Promise.resolve({ signatures: [done('r')] })
  })
  await signAll([record], { ...options, part11 })
  await signAll([record], { ...options, visual: 'kept' })
  const visualSignature = (visual: object | null) => [{ documentId: 'd', visualSignature: visual }]
  expect(sent).toMatchObject([
    { ...part11, documentSignatures: visualSignature(null) },
    { documentSignatures: visualSignature({ id: 'kept' }) },
  ])
})

it('a run gives up what is refused for no one of them, and doesn’t try it over and over', async () => {
  let sent = 0
  call.mockImplementation(async (endpoint: { name: string }, input: Sent & { params: { id: string } }) => {
    if (endpoint.name === 'getSignatureRequest') return aQualifiedRequest(input.params.id)
    sent += 1
    if (sent > 1) return { signatures: ['a', 'b'].map(done) }
    throw new CallError({ key: 'rate.exceeded', status: 429, message: '' })
  })
  await signAll([aQualifiedRequest('a'), aQualifiedRequest('b')], options)
  expect(sent).toBe(1)
  const failed = { kind: 'failed', code: 'rate.exceeded' }
  expect(signRun.get()?.map(({ outcome }) => outcome)).toEqual([failed, failed])
})

it('a run leaves out a request with a field that is still empty, and says so', async () => {
  const document = onDocument([aSignerField({ required: true })])
  const asked = aRequest({ id: 'b', signatures: [aSignature({ document_signatures: [document] })] })
  const signed: string[] = []
  call.mockImplementation((_, { body }: Sent) => {
    const id = body.signatureRequests[0].signatureRequestId
    signed.push(id)
    return Promise.resolve({ signatures: [done(id)] })
  })
  await signAll([requests[0]!, asked], options)
  expect(signed).toEqual(['a'])
  expect(signRun.get()?.map(({ outcome }) => outcome)).toEqual([
    { kind: 'signed' },
    { kind: 'failed', code: 'fields_missing' },
  ])
})

it('a request that was signed although the answer was lost is shown as signed, the others as unknown', async () => {
  vi.useFakeTimers()
  call.mockImplementation((endpoint: { name: string }, { params }: { params?: { id: string } }) => {
    if (endpoint.name !== 'getSigningStatus')
      return Promise.reject(new CallError({ key: 'internal', status: 502, message: '<html>' }))
    const id = params?.id ?? ''
    return Promise.resolve(id === 'a' ? done(id) : { ...done(id), status: 'OPEN' as const })
  })
  const running = signAll(requests.slice(0, 2), options)
  await vi.runAllTimersAsync()
  await running
  vi.useRealTimers()
  expect(signRun.get()?.map(({ outcome }) => outcome)).toEqual([
    { kind: 'signed' },
    { kind: 'failed', code: 'network' },
  ])
})
