import { expect, test } from 'vitest'
import { type Attempt, nextStep, readRetryAfter } from './callback.ts'
import { fillPlaceholders } from './callback-url.ts'

const start = new Date('2026-11-27T10:00:00Z')
const minutes = (count: number) => new Date(start.getTime() + count * 60_000)
const attempt = (at: Date, more: Partial<Attempt> = {}): Attempt => ({
  at,
  durationMs: 20,
  status: 503,
  response: '',
  error: 'The response had status 503.',
  retryAfter: undefined,
  ...more,
})

test('a callback is tried every ten minutes for two hours, thirteen times, and then given up', () => {
  let now = start
  let attempts = 1
  for (;;) {
    const step = nextStep(attempt(now), start, now)
    if (step.state === 'RESIGNATED') break
    expect(step.state).toBe('OPEN')
    // The attempt begins a little late each time, and no attempt is lost by it.
    now = new Date((step.dueAt?.getTime() ?? 0) + 900)
    attempts += 1
  }
  expect(attempts).toBe(13)
  expect(now.getTime() - minutes(120).getTime()).toBeLessThan(1000)
  expect(nextStep(attempt(now, { error: null }), start, now)).toEqual({ state: 'COMPLETED', dueAt: null })
})

test.each([
  ['30', 1],
  ['300', 5],
  ['86400', 60],
  ['Fri, 27 Nov 2026 10:45:00 GMT', 45],
  ['Fri, 27 Nov 2026 09:00:00 GMT', 1],
  ['Friday, 27-Nov-26 10:45:00 GMT', 45],
  ['Fri Nov 27 10:45:00 2026', 45],
  ['soon', 10],
  ['10.5', 10],
  ['-5', 10],
  ['2026-11-27T10:45:00Z', 10],
  ['Fri, 31 Foo 2026 10:45:00 GMT', 10],
])('a Retry-After of %s is followed within a minute and an hour: %i minutes', (retryAfter, wait) => {
  expect(nextStep(attempt(start, { retryAfter }), start, start).dueAt).toEqual(minutes(wait))
})

test('the last attempt is at the end of the two hours, whatever the Retry-After', () => {
  const late = minutes(100)
  expect(nextStep(attempt(late, { retryAfter: '3600' }), start, late).dueAt).toEqual(minutes(120))
  expect(readRetryAfter(' 12 ', start)).toBe(12_000)
})

const ids = { requestId: 'request', documentId: 'a b', signatureId: null }
test.each([
  [
    'https://a.example/SKRIBBLE_DOCUMENT_ID/x?r=SKRIBBLE_SIGNATURE_REQUEST_ID',
    'https://a.example/a%20b/x?r=request',
  ],
  ['https://a.example?d={SKRIBBLE_DOCUMENT_ID}&s=COUNTERSIGN_SIGNATURE_ID', 'https://a.example?d=a%20b&s='],
  ['https://a.example/%7BCOUNTERSIGN_SIGNATURE_REQUEST_ID%7D', 'https://a.example/request'],
  ['https://a.example/{"a":SKRIBBLE_DOCUMENT_ID', 'https://a.example/{"a":a%20b'],
  ['https://SKRIBBLE_DOCUMENT_ID.example/', 'https://SKRIBBLE_DOCUMENT_ID.example/'],
  ['https://a.example/plain?x=1', 'https://a.example/plain?x=1'],
])('%s is called as %s', (url, called) => {
  expect(fillPlaceholders(url, ids)).toBe(called)
})
