import type { PlanFeature } from '@countersign/contract/billing-shapes.ts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { getUser } from '@countersign/contract/accounts.ts'
import { login } from '@countersign/contract/sessions.ts'
import { downloadDocument } from '@countersign/contract/documents.ts'
import { createApiUser, resetApiUser } from '@countersign/contract/api-users.ts'
import { rotateCallbackSecret } from '@countersign/contract/callbacks.ts'
import { addAttachment } from '@countersign/contract/attachments.ts'
import { inviteMembers } from '@countersign/contract/members.ts'
import { addObserver, removeObserver } from '@countersign/contract/observers.ts'
import { addSealMembers } from '@countersign/contract/seals.ts'
import { createSignerGroup, updateSignerGroup } from '@countersign/contract/signer-groups.ts'
import {
  addSignature,
  copySignatureRequest,
  createSignatureRequest,
  delegateSignature,
  deleteSignatureRequest,
  remindSigners,
  removeSignature,
  updateSignatureRequest,
  withdrawSignatureRequest,
} from '@countersign/contract/signature-requests.ts'
import { createTemplate, updateTemplate } from '@countersign/contract/templates.ts'
import { CallError } from './call-error.ts'

const kept = new Map<string, string>()
vi.stubGlobal('window', globalThis)
vi.stubGlobal('sessionStorage', {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => kept.set(key, value),
  removeItem: (key: string) => kept.delete(key),
})
const { call, onCallFailure } = await import('./api.ts')
const { startSession, endSession } = await import('../account/session.ts')

const fetched = vi.fn<typeof fetch>()
const unauthorized = vi.fn<() => void>()
const broken = vi.fn<(failure: unknown) => void>()
const unsettled = vi.fn<() => void>()
const notIncluded = vi.fn<(feature: PlanFeature) => void>()
const waited = vi.fn<() => void>()
const busy = vi.fn<(delay: number, cancel: () => void) => () => void>(() => waited)
const id = '0190a000-0000-7000-8000-000000000001'

function json(status: number, body: unknown, headers: Record<string, string> = {}) {
  return new Response(JSON.stringify(body), { status, headers })
}
function sent(index: number): Headers {
  return new Headers(fetched.mock.calls[index]?.[1]?.headers)
}

beforeEach(() => {
  vi.stubGlobal('fetch', fetched)
  busy.mockReturnValue(waited)
  onCallFailure({ unauthorized, broken, unsettled, notIncluded, busy })
  startSession({ token: 'good', expiresAt: new Date(Date.now() + 1e6).toISOString() })
})
afterEach(() => {
  vi.resetAllMocks()
  vi.useRealTimers()
  endSession({ everywhere: false })
})

/** The service did what it was asked to, and the network was gone before it could say so. */
const lose = () => fetched.mockRejectedValueOnce(new TypeError('Failed to fetch'))
const params = { id }
const keyOf = (index: number) => sent(index).get('idempotency-key')

it('signing in alone goes with cookies: the service knows the browser by them, and nobody', async () => {
  fetched.mockImplementation(() => Promise.resolve(json(200, {})))
  await call(login, { body: { email: 'anna@example.org', password: 'right' } })
  await call(getUser, { query: {} })
  expect(fetched.mock.calls.map(([, init]) => init?.credentials)).toEqual(['same-origin', 'omit'])
  // Nor by a key, as nobody's retry could be told from someone else's.
  expect(keyOf(0)).toBeNull()
})

describe('a write whose answer was lost', () => {
  const bodies = { a: { email: 'anna@example.org' }, b: { email: 'ben@example.org' } }
  const add = (body: { email: string }) => call(addObserver, { params, body })
  const answer = () => fetched.mockResolvedValueOnce(json(200, { id }))

  it.each([
    ['the network is gone', () => lose()],
    ['a proxy gave up', () => fetched.mockResolvedValueOnce(new Response('<html>', { status: 504 }))],
    [
      'the answer was cut off',
      () => fetched.mockResolvedValueOnce(new Response('{"id": "0190a', { status: 200 })),
    ],
    [
      'the first one still runs',
      () => fetched.mockImplementation(() => Promise.resolve(json(409, { key: 'idempotency.running' }))),
    ],
  ])('has the same key when it is sent again because %s', async (_, fail) => {
    vi.useFakeTimers()
    fail()
    const first = add(bodies.a).catch((failure: unknown) => failure)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(await first).toBeInstanceOf(CallError)
    const tries = fetched.mock.calls.length
    answer()
    expect(await add(bodies.a)).toEqual({ id })
    expect(keyOf(tries)).toBe(keyOf(0))
    expect(keyOf(0)).toMatch(/^[0-9a-f]{32}$/)
  })

  const elsewhere = () => call(addObserver, { params: { id: id.replace('1', '2') }, body: bodies.a })
  it.each([
    ['another body', () => add(bodies.b)],
    ['another address', elsewhere],
    [
      'someone else’s credential',
      () => call(addObserver, { params, body: bodies.a }, { credential: { token: 'of someone else' } }),
    ],
    ['another method', () => call(removeObserver, { params: { id, obs: id } })],
  ])('gives its key to no write with %s', async (_, other) => {
    for (const one of [() => add(bodies.a), other]) {
      lose()
      await expect(one()).rejects.toMatchObject({ key: 'network' })
    }
    expect([0, 1].map(keyOf)).not.toContain(null)
    expect(keyOf(1)).not.toBe(keyOf(0))
  })

  it('has another key once it was answered, or refused', async () => {
    lose()
    await expect(add(bodies.a)).rejects.toMatchObject({ key: 'network' })
    answer()
    await add(bodies.a)
    fetched.mockResolvedValueOnce(json(422, { key: 'validation.failed' }))
    await expect(add(bodies.a)).rejects.toMatchObject({ status: 422 })
    answer()
    await add(bodies.a)
    expect(new Set([0, 2, 3].map(keyOf)).size).toBe(3)
  })

  it('has another key once a second try was refused', async () => {
    lose()
    await expect(add(bodies.a)).rejects.toMatchObject({ key: 'network' })
    fetched.mockResolvedValueOnce(json(422, { key: 'validation.failed' }))
    await expect(add(bodies.a)).rejects.toMatchObject({ status: 422 })
    answer()
    await add(bodies.a)
    expect(keyOf(1)).toBe(keyOf(0))
    expect(keyOf(2)).not.toBe(keyOf(0))
  })

  it('gives its key to no other file that is uploaded to the same place', async () => {
    for (const name of ['Lease.pdf', 'Plan.pdf']) {
      lose()
      const file = new File(['%PDF'], name)
      await expect(call(addAttachment, { params, body: file })).rejects.toMatchObject({ key: 'network' })
    }
    expect(keyOf(0)).toMatch(/^[0-9a-f]{32}$/)
    expect(keyOf(1)).not.toBe(keyOf(0))
  })

  it('has another key after something else was done, and after ten minutes', async () => {
    vi.useFakeTimers()
    lose()
    await expect(add(bodies.a)).rejects.toMatchObject({ key: 'network' })
    answer()
    await call(removeObserver, { params: { id, obs: id } })
    lose()
    await expect(add(bodies.a)).rejects.toMatchObject({ key: 'network' })
    expect(keyOf(2)).not.toBe(keyOf(0))
    vi.setSystemTime(Date.now() + 10 * 60_000)
    answer()
    await add(bodies.a)
    expect(keyOf(3)).not.toBe(keyOf(2))
  })

  const on = () => call(updateSignatureRequest, { params, body: { title: 'on' } })
  const off = () => call(updateSignatureRequest, { params, body: { title: 'off' } })
  const remove = () => call(removeObserver, { params: { id, obs: id } })
  const more = () => add(bodies.b)
  it.each([
    ['another value was set', on, off, false],
    ['what it added may have been removed', () => add(bodies.a), remove, false],
    ['something else was added', () => add(bodies.a), more, true],
    ['the same was added somewhere else', () => add(bodies.a), elsewhere, false],
  ])(
    'after its answer was lost, and so was the next one’s by which %s, keeps its key only where that undid nothing',
    async (_, write, next, isKept) => {
      for (const one of [write, next]) {
        lose()
        await expect(one()).rejects.toMatchObject({ key: 'network' })
      }
      answer()
      await write()
      expect(keyOf(2) === keyOf(0)).toBe(isKept)
    },
  )

  it('has another key after something was done in another tab', async () => {
    lose()
    await expect(add(bodies.a)).rejects.toMatchObject({ key: 'network' })
    const tab = new BroadcastChannel('countersign.writes')
    tab.postMessage(null)
    const sendAgain = async () => {
      lose()
      await expect(add(bodies.a)).rejects.toMatchObject({ key: 'network' })
      return keyOf(fetched.mock.calls.length - 1)
    }
    await expect.poll(sendAgain).not.toBe(keyOf(0))
    tab.close()
  })

  it('is forgotten by other tabs once something was done here', async () => {
    const tab = new BroadcastChannel('countersign.writes')
    const heard = vi.fn<() => void>()
    tab.addEventListener('message', heard)
    answer()
    await add(bodies.a)
    await expect.poll(() => heard.mock.calls.length).toBe(1)
    tab.close()
  })

  it('is forgotten neither by what is read meanwhile nor by what is saved without a key', async () => {
    lose()
    await expect(add(bodies.a)).rejects.toMatchObject({ key: 'network' })
    answer()
    await call(getUser, { query: {} })
    answer()
    await call(updateSignatureRequest, { params, body: { title: 'A' } }, { idempotencyKey: null })
    answer()
    await add(bodies.a)
    expect([1, 2].map(keyOf)).toEqual([null, null])
    expect(keyOf(3)).toBe(keyOf(0))
  })

  const updated_at = '2026-11-29T12:00:00.000Z'
  it.each([
    [
      'a signer is added',
      () =>
        call(addSignature, { params, body: { signer_identity_data: { email_address: 'anna@example.org' } } }),
    ],
    ['a group is added', () => call(addSignature, { params, body: { signer_group_id: id } })],
    [
      'a signer is removed',
      () => call(removeSignature, { params: { id, sigId: id }, query: { updated_at } }),
    ],
    ['a request is duplicated', () => call(copySignatureRequest, { params })],
    [
      'a request is corrected',
      () => call(updateSignatureRequest, { params, body: { title: 'A', updated_at } }),
    ],
    [
      'a request is delegated',
      () => call(delegateSignature, { params, body: { email: 'anna@example.org' } }),
    ],
    ['signers are reminded', () => call(remindSigners, { params, body: { signatureIds: [id] } })],
    ['a request is withdrawn', () => call(withdrawSignatureRequest, { params, body: { message: '' } })],
    ['a request is deleted', () => call(deleteSignatureRequest, { params, query: { outcome: 'deleted' } })],
    [
      'a template is saved',
      () => call(createTemplate, { body: { name: 'A', signature_request_id: id, roles: [] } }),
    ],
    ['a template is changed', () => call(updateTemplate, { params, body: { name: 'A' } })],
    ['a group is created', () => call(createSignerGroup, { body: { name: 'A', members: [] } })],
    [
      'a group is changed',
      () => call(updateSignerGroup, { params, body: { name: 'A', version: 1, members: [] } }),
    ],
    ['people are invited', () => call(inviteMembers, { params, body: { users: [] } })],
    ['an API user is created', () => call(createApiUser, { params, body: { description: 'A', scopes: [] } })],
    ['a key is replaced', () => call(resetApiUser, { params: { id, username: 'a' }, body: {} })],
    ['a secret is replaced', () => call(rotateCallbackSecret, { params: { id, username: 'a' } })],
    [
      'a member gets a seal',
      () => call(addSealMembers, { params: { id, sealId: id }, body: { members: [] } }),
    ],
  ])('has the same key when %s', async (_, act) => {
    lose()
    await expect(act()).rejects.toMatchObject({ key: 'network' })
    answer()
    await act()
    expect(keyOf(0)).toMatch(/^[0-9a-f]{32}$/)
    expect(keyOf(1)).toBe(keyOf(0))
  })
})

describe('a call', () => {
  it('tells that the account has something to settle first', async () => {
    fetched.mockResolvedValueOnce(json(403, { key: 'terms.acceptance_required' }))
    await expect(call(getUser, { query: {} })).rejects.toMatchObject({ key: 'terms.acceptance_required' })
    expect(unsettled).toHaveBeenCalledOnce()
    expect(unauthorized).not.toHaveBeenCalled()
  })

  it('takes another token where it is given one, and never ends the session for it', async () => {
    fetched.mockResolvedValueOnce(json(401, { key: 'auth.required' }))
    const refused = call(getUser, { query: {} }, { credential: { token: 'of the link' } })
    await expect(refused).rejects.toMatchObject({ status: 401 })
    expect(sent(0).get('authorization')).toBe('Bearer of the link')
    expect(unauthorized).not.toHaveBeenCalled()
  })

  it('carries the session and answers what came', async () => {
    fetched.mockResolvedValueOnce(json(200, { id }))
    expect(await call(getUser, { query: { v2: 'true' } })).toEqual({ id })
    expect(fetched.mock.calls[0]?.[0]).toBe('/v1/user?v2=true')
    expect(sent(0).get('authorization')).toBe('Bearer good')
  })

  it('answers a file under the name that the service gave it', async () => {
    const headers = {
      'content-type': 'application/pdf',
      'content-disposition': 'attachment; filename="a.pdf"',
    }
    fetched.mockResolvedValueOnce(new Response('%PDF', { headers }))
    const file = await call(downloadDocument, { params: { id }, query: {} })
    expect(file).toMatchObject({ name: 'a.pdf', type: 'application/pdf', size: 4 })
  })

  it('waits and retries a 503 with Retry-After, under the same idempotency key', async () => {
    vi.useFakeTimers()
    fetched.mockResolvedValueOnce(json(503, { key: 'service.saturated' }, { 'retry-after': '2' }))
    fetched.mockResolvedValueOnce(json(201, { id }))
    const answer = call(createSignatureRequest, { body: { title: 'A' } })
    await vi.advanceTimersByTimeAsync(1999)
    expect(fetched).toHaveBeenCalledTimes(1)
    expect(busy).toHaveBeenCalledWith(2000, expect.any(Function))
    expect(waited).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(await answer).toEqual({ id })
    expect(waited).toHaveBeenCalledOnce()
    expect(sent(1).get('idempotency-key')).toBe(sent(0).get('idempotency-key'))
    expect(sent(0).get('idempotency-key')).toMatch(/^[0-9a-f]{32}$/)
  })

  it('gives up waiting for a busy service as soon as the person cancels', async () => {
    vi.useFakeTimers()
    fetched.mockResolvedValueOnce(json(503, { key: 'service.saturated' }, { 'retry-after': '600' }))
    const failure = call(createSignatureRequest, { body: { title: 'A' } }).catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(waited).not.toHaveBeenCalled()
    busy.mock.lastCall?.[1]()
    expect(await failure).toMatchObject({ key: 'service.saturated' })
    expect(fetched).toHaveBeenCalledTimes(1)
    expect(waited).toHaveBeenCalledOnce()
  })

  it('waits for its own earlier try that still runs, and takes every other conflict as the answer', async () => {
    vi.useFakeTimers()
    fetched.mockResolvedValueOnce(json(409, { key: 'idempotency.running' }, { 'retry-after': '1' }))
    fetched.mockResolvedValueOnce(json(201, { id }))
    const answer = call(createSignatureRequest, { body: { title: 'A' } })
    await vi.advanceTimersByTimeAsync(1000)
    expect(await answer).toEqual({ id })
    expect(sent(1).get('idempotency-key')).toBe(sent(0).get('idempotency-key'))
    fetched.mockResolvedValueOnce(json(409, { key: 'request.not_open' }, { 'retry-after': '1' }))
    await expect(call(createSignatureRequest, { body: { title: 'A' } })).rejects.toMatchObject({
      status: 409,
    })
  })

  it('tells of a session that ended, and of no other 401', async () => {
    fetched.mockResolvedValueOnce(json(401, { key: 'auth.credentials_invalid' }))
    await expect(call(login, { body: { email: 'a@b.ch', password: 'x' } })).rejects.toMatchObject({
      key: 'auth.credentials_invalid',
    })
    expect(unauthorized).not.toHaveBeenCalled()
    fetched.mockResolvedValueOnce(json(401, { key: 'auth.required' }))
    await expect(call(getUser, { query: {} })).rejects.toMatchObject({ status: 401 })
    expect(unauthorized).toHaveBeenCalledOnce()
  })

  it('tells of a broken service unless it ran in the background', async () => {
    fetched.mockImplementation(() => Promise.resolve(json(500, { key: 'internal', id: 'log-7' })))
    await expect(call(getUser, { query: {} }, { background: true })).rejects.toMatchObject({ id: 'log-7' })
    expect(broken).not.toHaveBeenCalled()
    await expect(call(getUser, { query: {} })).rejects.toMatchObject({ key: 'internal' })
    expect(broken).toHaveBeenCalledOnce()
  })

  it('tells what the plan doesn’t include to the account alone', async () => {
    const feature = 'bulk_sends' as PlanFeature
    const refuse = () => fetched.mockResolvedValueOnce(json(403, { key: 'plan.not_included', feature }))
    refuse()
    const ofVisitor = call(getUser, { query: {} }, { credential: { token: 'of the link' } })
    await expect(ofVisitor).rejects.toMatchObject({ feature })
    expect(notIncluded).not.toHaveBeenCalled()
    refuse()
    await expect(call(getUser, { query: {} })).rejects.toMatchObject({ feature })
    expect(notIncluded).toHaveBeenCalledExactlyOnceWith(feature)
  })

  it('tells of no broken service where it is only busy', async () => {
    fetched.mockResolvedValueOnce(json(503, { key: 'service.saturated' }))
    await expect(call(getUser, { query: {} })).rejects.toMatchObject({ key: 'service.saturated' })
    expect(broken).not.toHaveBeenCalled()
  })

  it('names the network where there was no answer, and a proxy that answers no JSON', async () => {
    fetched.mockRejectedValueOnce(new TypeError('Failed to fetch'))
    await expect(call(getUser, { query: {} })).rejects.toMatchObject({ key: 'network', status: 0 })
    fetched.mockResolvedValueOnce(new Response('<html>', { status: 503 }))
    await expect(call(getUser, { query: {} })).rejects.toMatchObject({ key: 'service.unavailable' })
  })
})
