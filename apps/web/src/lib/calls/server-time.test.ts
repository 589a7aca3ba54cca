import { afterEach, beforeEach, expect, it, vi } from 'vitest'

const fetched = vi.fn<typeof fetch>()
const noon = Date.parse('2026-03-01T12:00:00.000Z')

beforeEach(() => {
  vi.resetModules()
  vi.useFakeTimers({ now: noon })
  vi.stubGlobal('window', globalThis)
  vi.stubGlobal('sessionStorage', { getItem: () => null, setItem() {}, removeItem() {} })
  vi.stubGlobal('fetch', fetched)
  fetched.mockImplementation(() => Promise.resolve(new Response('{"datetime":"2026-03-01T12:05:00.000Z"}')))
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  fetched.mockReset()
})

it('the time is the service’s, once it was asked', async () => {
  const { refreshServerTime, serverNow } = await import('./server-time.ts')
  expect(serverNow()).toBe(noon)
  await refreshServerTime()
  expect(serverNow()).toBe(noon + 5 * 60_000)
})

it('the time is asked for at most every two seconds', async () => {
  const { refreshServerTime } = await import('./server-time.ts')
  await Promise.all([refreshServerTime(), refreshServerTime()])
  vi.setSystemTime(noon + 1999)
  await refreshServerTime()
  expect(fetched).toHaveBeenCalledTimes(1)
  vi.setSystemTime(noon + 2000)
  await refreshServerTime()
  expect(fetched).toHaveBeenCalledTimes(2)
})

it('the time continues as it was known where nobody answers', async () => {
  const { refreshServerTime, serverNow } = await import('./server-time.ts')
  await refreshServerTime()
  fetched.mockImplementation(() => Promise.reject(new TypeError('no network')))
  vi.setSystemTime(noon + 10_000)
  await refreshServerTime()
  expect(serverNow()).toBe(noon + 10_000 + 5 * 60_000)
})
