import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Change } from './missed-changes.ts'

vi.stubGlobal('window', globalThis)
vi.stubGlobal('sessionStorage', { getItem: () => null, setItem() {}, removeItem() {} })
const { live } = await import('#web/lib/calls/live.ts')
const { session } = await import('#web/lib/account/session.ts')
const { subscribeToChanges } = await import('./subscribe-to-changes.ts')

/** The streams that the page has opened, as the service writes to them. */
let streams: ReadableStreamDefaultController<Uint8Array>[]
let stop = () => {}

beforeEach(() => {
  streams = []
  vi.stubGlobal('fetch', (_address: string, { signal }: { signal: AbortSignal }) => {
    const start = (stream: ReadableStreamDefaultController<Uint8Array>) => {
      streams.push(stream)
      signal.addEventListener('abort', () => stream.error(signal.reason))
    }
    return Promise.resolve(new Response(new ReadableStream({ start })))
  })
  session.set({ token: 'a token', expiresAt: '2099-01-01T00:00:00Z' })
})
afterEach(() => {
  vi.useRealTimers()
  stop()
  session.set(null)
})

function follow(): Change[] {
  const told: Change[] = []
  stop = subscribeToChanges((change) => told.push(change))
  return told
}

const write = (stream: number, name: string, data: object) =>
  streams[stream]?.enqueue(new TextEncoder().encode(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`))
const ever = Number.MAX_SAFE_INTEGER

test('a page that has just loaded is told of nothing when nothing has changed, and of each change from then on', async () => {
  const told = follow()
  await expect.poll(() => streams.length).toBe(1)
  write(0, 'recent', { heardFor: ever, changes: [{ requestId: 'before the page', ago: ever }] })
  await expect.poll(() => live.get()).toBe(true)
  expect(told).toEqual([])
  write(0, 'change', { requestId: 'lease' })
  await expect.poll(() => told).toEqual(['lease'])
})

test('a page is told of what changed while it loaded', async () => {
  const told = follow()
  await expect.poll(() => streams.length).toBe(1)
  write(0, 'recent', { heardFor: ever, changes: [{ requestId: 'lease', ago: 0 }] })
  await expect.poll(() => told).toEqual(['lease'])
})

test('a page that listens again after the connection was lost is told that anything may have changed', async () => {
  const told = follow()
  await expect.poll(() => streams.length).toBe(1)
  write(0, 'recent', { heardFor: ever, changes: [] })
  await expect.poll(() => live.get()).toBe(true)
  streams[0]?.close()
  await expect.poll(() => live.get()).toBe(false)
  await expect.poll(() => streams.length, { timeout: 10_000 }).toBe(2)
  write(1, 'recent', { heardFor: ever, changes: [] })
  await expect.poll(() => told).toEqual([null])
})

test('a page whose connection goes silent reconnects, and polls until then', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  follow()
  await expect.poll(() => streams.length).toBe(1)
  write(0, 'recent', { heardFor: ever, changes: [] })
  await expect.poll(() => live.get()).toBe(true)
  vi.advanceTimersByTime(30_000)
  streams[0]?.enqueue(new TextEncoder().encode(': here\n\n'))
  await vi.advanceTimersByTimeAsync(30_000)
  expect(live.get()).toBe(true)
  vi.advanceTimersByTime(20_000)
  await expect.poll(() => live.get()).toBe(false)
  await expect.poll(() => streams.length, { timeout: 10_000 }).toBe(2)
})

test('tabs that have been open for longer are told that anything may have changed', async () => {
  const other = new BroadcastChannel('countersign.changes')
  const heard: unknown[] = []
  other.addEventListener('message', ({ data }) => heard.push(data))
  follow()
  await expect.poll(() => streams.length).toBe(1)
  write(0, 'recent', { heardFor: ever, changes: [] })
  await expect.poll(() => heard).toEqual([{ live: true, changes: [null] }])
  other.close()
})
