import { expect, test } from 'vitest'
import { atOnce } from './at-once.ts'

test('no more than the limit run at once, in the order they came, and one that fails gives its place on', async () => {
  const limited = atOnce(2)
  const began: number[] = []
  const ends: ((error?: Error) => void)[] = []
  const results = [0, 1, 2, 3].map((number) =>
    limited(() => {
      began.push(number)
      return new Promise<number>((resolve, reject) => {
        ends[number] = (error) => (error ? reject(error) : resolve(number))
      })
    }),
  )
  expect(began).toEqual([0, 1])
  ends[1]?.(new Error('refused'))
  await expect(results[1]).rejects.toThrow('refused')
  expect(began).toEqual([0, 1, 2])
  ends[0]?.()
  await results[0]
  expect(began).toEqual([0, 1, 2, 3])
  ends[2]?.()
  ends[3]?.()
  expect(await Promise.all([results[2], results[3]])).toEqual([2, 3])
})
