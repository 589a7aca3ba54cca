import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { inParallel } from './in-parallel.ts'

async function* numbers(count: number, onEnd: () => void = () => {}): AsyncGenerator<number> {
  try {
    for (let n = 0; n < count; n += 1) yield n
  } finally {
    onEnd()
  }
}

test.each([
  ['a list', () => Array.from({ length: 20 }, (_, n) => n)],
  ['a source that takes its time', () => numbers(20)],
])('each of %s is worked on once, and so many at a time', async (_name, make) => {
  const done: number[] = []
  let running = 0
  let most = 0
  await inParallel<number>(make(), 3, async (n) => {
    most = Math.max(most, (running += 1))
    await turn()
    running -= 1
    done.push(n)
  })
  expect(most).toBe(3)
  expect(done.toSorted((one, other) => one - other)).toEqual(Array.from({ length: 20 }, (_, n) => n))
})

test('after a failure nothing is begun, what has begun ends first, and the source is closed', async () => {
  const [begun, ended]: number[][] = [[], []]
  let isClosed = false
  const work = async (n: number) => {
    begun?.push(n)
    await turn()
    if (n === 4) throw new Error('number 4 failed')
    await turn()
    ended?.push(n)
  }
  await expect(
    inParallel(
      numbers(1000, () => (isClosed = true)),
      3,
      work,
    ),
  ).rejects.toThrow('number 4 failed')
  expect(begun?.length).toBeLessThan(12)
  expect(ended?.length).toBe((begun?.length ?? 0) - 1)
  expect(isClosed).toBe(true)
})

test('an item that a slow source brings after a failure is not begun', async () => {
  const next = Promise.withResolvers<void>()
  async function* slow() {
    yield 1
    await next.promise
    yield 2
  }
  const begun: number[] = []
  const working = inParallel(slow(), 2, async (n) => {
    begun.push(n)
    await turn()
    throw new Error(`number ${n} failed`)
  })
  const failure = working.catch((error: Error) => error.message)
  await turn()
  await turn()
  next.resolve()
  expect(await failure).toBe('number 1 failed')
  expect(begun).toEqual([1])
})

test('a source that fails ends it, once what has begun has ended', async () => {
  const ended: number[] = []
  async function* breaking() {
    yield* [1, 2]
    throw new Error('the list broke off')
  }
  const work = async (n: number) => {
    await turn()
    ended.push(n)
  }
  await expect(inParallel(breaking(), 2, work)).rejects.toThrow('the list broke off')
  expect(ended).toEqual([1, 2])
})
