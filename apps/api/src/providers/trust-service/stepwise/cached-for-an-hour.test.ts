import { expect, test } from 'vitest'
import { cachedForAnHour } from './cached-for-an-hour.ts'

test('what a service announces is loaded once an hour, and again after a failure', async () => {
  let [time, loads] = [0, 0]
  const load = cachedForAnHour(
    () => new Date(time),
    async () => {
      loads += 1
      if (loads === 1) throw new Error('away')
      return loads
    },
  )
  await expect(load()).rejects.toThrow('away')
  expect([await load(), await load()]).toEqual([2, 2])
  time = 3_599_999
  expect(await load()).toBe(2)
  time = 3_600_000
  expect(await load()).toBe(3)
})
