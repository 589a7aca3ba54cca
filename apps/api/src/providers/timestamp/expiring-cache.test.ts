import { expect, test } from 'vitest'
import { expiringCache } from './expiring-cache.ts'

test('what is over is not given, and makes room before what still holds', () => {
  let time = 0
  const cache = expiringCache<string>(() => new Date(time), { entries: 2, bytes: 100 })
  cache.set('long', 'a', { until: 100, bytes: 1 })
  cache.set('short', 'b', { until: 10, bytes: 1 })
  time = 10
  expect(cache.get('short')).toBeUndefined()
  cache.set('third', 'c', { until: 100, bytes: 1 })
  expect([cache.get('long'), cache.get('third')]).toEqual(['a', 'c'])
})

test('the oldest makes room where there are too many or they are too large', () => {
  const cache = expiringCache<string>(() => new Date(0), { entries: 2, bytes: 100 })
  for (const key of ['one', 'two', 'three']) cache.set(key, key, { until: 1, bytes: 30 })
  expect(['one', 'two', 'three'].map((key) => cache.get(key))).toEqual([undefined, 'two', 'three'])
  cache.set('large', 'large', { until: 1, bytes: 80 })
  expect(['two', 'three', 'large'].map((key) => cache.get(key))).toEqual([undefined, undefined, 'large'])
})

test('what is over already, or larger than all may be, is not kept', () => {
  const cache = expiringCache<string>(() => new Date(5), { entries: 2, bytes: 100 })
  cache.set('kept', 'kept', { until: 6, bytes: 1 })
  cache.set('over', 'over', { until: 5, bytes: 1 })
  cache.set('too large', 'too large', { until: 6, bytes: 101 })
  expect(['kept', 'over', 'too large'].map((key) => cache.get(key))).toEqual(['kept', undefined, undefined])
})
