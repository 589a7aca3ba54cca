import { describe, expect, it } from 'vitest'
import { delayBeforeRetry, isPagePath, retryAfterMilliseconds } from './retry.ts'

const page = {
  status: 500,
  retryAfter: null,
  retries: 0,
  isPage: true,
  isInProgress: false,
  isBackground: false,
}

describe('page images', () => {
  it('are asked for 10 times more, 100 ms doubling up to 5 s', () => {
    const delays = Array.from({ length: 11 }, (_, retries) => delayBeforeRetry({ ...page, retries }))
    expect(delays).toEqual([100, 200, 400, 800, 1600, 3200, 5000, 5000, 5000, 5000, null])
  })
  it('are asked for again when there was no answer, not when there is no such page', () => {
    expect(delayBeforeRetry({ ...page, status: 0 })).toBe(100)
    expect(delayBeforeRetry({ ...page, status: 429 })).toBe(100)
    expect(delayBeforeRetry({ ...page, status: 404 })).toBeNull()
    expect(delayBeforeRetry({ ...page, status: 422 })).toBeNull()
  })
  it('are recognised by the path, in both variants', () => {
    expect(isPagePath('/v3/documents/{id}/pages/{n}')).toBe(true)
    expect(isPagePath('/v3/direct/documents/{id}/pages/{n}/text')).toBe(true)
    expect(isPagePath('/v3/documents/{id}')).toBe(false)
  })
})

describe('every other call', () => {
  const busy = {
    status: 503,
    retryAfter: '3',
    retries: 0,
    isPage: false,
    isInProgress: false,
    isBackground: false,
  }
  it('waits as long as a 503 asks, five times at most', () => {
    expect(delayBeforeRetry(busy)).toBe(3000)
    expect(delayBeforeRetry({ ...busy, retries: 5 })).toBeNull()
  })
  it('waits longer than a minute only where the person is told and can cancel', () => {
    expect(delayBeforeRetry({ ...busy, retryAfter: '600' })).toBe(600_000)
    expect(delayBeforeRetry({ ...busy, retryAfter: '600', isBackground: true })).toBeNull()
    expect(delayBeforeRetry({ ...busy, retryAfter: '60', isBackground: true })).toBe(60_000)
  })
  it('waits for an earlier try of itself that is still in progress, for half a minute', () => {
    const running = { ...busy, status: 409, retryAfter: '1', isInProgress: true }
    expect(delayBeforeRetry(running)).toBe(1000)
    expect(delayBeforeRetry({ ...running, retryAfter: null, retries: 29 })).toBe(1000)
    expect(delayBeforeRetry({ ...running, retries: 30 })).toBeNull()
    expect(delayBeforeRetry({ ...running, isInProgress: false })).toBeNull()
  })
  it('is not repeated otherwise', () => {
    expect(delayBeforeRetry({ ...busy, retryAfter: null })).toBeNull()
    expect(delayBeforeRetry({ ...busy, status: 500 })).toBeNull()
    expect(delayBeforeRetry({ ...busy, status: 429 })).toBeNull()
  })
})

describe('Retry-After', () => {
  const now = Date.parse('2026-11-20T12:00:00Z')
  it('is seconds or a date', () => {
    expect(retryAfterMilliseconds('2', now)).toBe(2000)
    expect(retryAfterMilliseconds('Fri, 20 Nov 2026 12:00:07 GMT', now)).toBe(7000)
    expect(retryAfterMilliseconds('86400', now)).toBe(86_400_000)
    // More than a timer takes would be no wait at all.
    expect(retryAfterMilliseconds('99999999', now)).toBe(2 ** 31 - 1)
  })
  it('is never negative and a second where it says nothing', () => {
    expect(retryAfterMilliseconds('Fri, 20 Nov 2026 11:00:00 GMT', now)).toBe(0)
    expect(retryAfterMilliseconds('soon', now)).toBe(1000)
  })
})
