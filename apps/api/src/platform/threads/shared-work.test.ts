import { expect, test } from 'vitest'
import { currentCaller, runAs } from './caller.ts'
import { SharedWork } from './shared-work.ts'
import { Abandoned } from './task.ts'

function open() {
  const work = new SharedWork()
  const begun: { signal: AbortSignal | undefined; resolve(value: string): void }[] = []
  const make = () => {
    const { promise, resolve } = Promise.withResolvers<string>()
    begun.push({ signal: currentCaller().signal, resolve })
    return promise
  }
  const ask = (key: string, signal?: AbortSignal) =>
    runAs({ key, anonymous: false, ...(signal && { signal }) }, () => work.run('page 1', make))
  return { ask, begun }
}

test('a caller that asks twice has it made once', async () => {
  const { ask, begun } = open()
  const asked = [ask('anna'), ask('anna')]
  expect(begun).toHaveLength(1)
  begun[0]?.resolve('image')
  expect(await Promise.all(asked)).toEqual(['image', 'image'])
})

test('nobody waits where another is in the queue', () => {
  const { ask, begun } = open()
  void ask('eve')
  void ask('anna')
  expect(begun).toHaveLength(2)
})

test('what one does not wait for any longer is made for the other', async () => {
  const { ask, begun } = open()
  const [left, stays] = [new AbortController(), new AbortController()]
  const first = ask('anna', left.signal)
  const second = ask('anna', stays.signal)
  left.abort()
  await expect(first).rejects.toBeInstanceOf(Abandoned)
  expect(begun[0]?.signal?.aborted).toBe(false)
  begun[0]?.resolve('image')
  expect(await second).toBe('image')
})

test('what nobody waits for any longer is given up, and made again for who asks later', async () => {
  const { ask, begun } = open()
  const controllers = [new AbortController(), new AbortController()]
  const asked = controllers.map(({ signal }) => ask('anna', signal).catch((error: unknown) => error))
  for (const controller of controllers) controller.abort()
  for (const one of asked) expect(await one).toBeInstanceOf(Abandoned)
  expect(begun[0]?.signal?.aborted).toBe(true)
  const again = ask('anna')
  expect(begun).toHaveLength(2)
  begun[1]?.resolve('image')
  expect(await again).toBe('image')
})
