import type { PlanFeature } from '@countersign/contract/billing-shapes.ts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { getUser } from '@countersign/contract/accounts.ts'
import { login } from '@countersign/contract/sessions.ts'
import { downloadDocument } from '@countersign/contract/documents.ts'
import { createSignatureRequest } from '@countersign/contract/signature-requests.ts'

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

  it('names the network where there was no answer, and a proxy that answers no JSON', async () => {
    fetched.mockRejectedValueOnce(new TypeError('Failed to fetch'))
    await expect(call(getUser, { query: {} })).rejects.toMatchObject({ key: 'network', status: 0 })
    fetched.mockResolvedValueOnce(new Response('<html>', { status: 503 }))
    await expect(call(getUser, { query: {} })).rejects.toMatchObject({ key: 'service.unavailable' })
  })
})
