import type { SigningStatus } from '@countersign/contract/signature-request-shapes.ts'
import { beforeEach, expect, it, vi } from 'vitest'
import { aRequest } from '#web/testing/signature-request.ts'
import { CallError } from '#web/lib/call-error.ts'
import { isRunning, signAll, signRun } from './sign-run.ts'

const call = vi.hoisted(() => vi.fn<(...given: never[]) => Promise<unknown>>())
vi.mock('#web/lib/api.ts', () => ({ call, randomKey: () => crypto.randomUUID() }))

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

it('signs each by itself, and goes on where one is refused', async () => {
  call.mockImplementation((_, { body }: Sent) => {
    const id = body.signatureRequests[0].signatureRequestId
    if (id === 'b')
      return Promise.reject(new CallError({ key: 'request.not_open', status: 409, message: '' }))
    return Promise.resolve({ signatures: [done(id)] })
  })
  const running = signAll(requests, options)
  expect(isRunning(signRun.get())).toBe(true)
  await running
  expect(isRunning(signRun.get())).toBe(false)
  expect(signRun.get()?.map(({ outcome }) => outcome)).toEqual([
    { kind: 'signed' },
    { kind: 'failed', code: 'request.not_open' },
    { kind: 'signed' },
    { kind: 'signed' },
  ])
})

it('sends the same act again where no answer came, and takes no second run meanwhile', async () => {
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
  expect(keys).toHaveLength(2)
  expect(new Set(keys).size).toBe(1)
  expect(signRun.get()?.[0]?.outcome).toEqual({ kind: 'signed' })
})
