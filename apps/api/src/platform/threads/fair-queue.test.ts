import { expect, test } from 'vitest'
import type { Caller } from './caller.ts'
import { FairQueue, type FairQueueOptions } from './fair-queue.ts'

interface Item {
  readonly caller: Caller
  readonly name: string
}

function open(options: Partial<FairQueueOptions<Item>> = {}) {
  const dropped: string[] = []
  const queue = new FairQueue<Item>({
    shareOf: () => ({ running: 2, waiting: 100 }),
    anonymousRunning: 100,
    waiting: 1000,
    onDropped: ({ name }) => dropped.push(name),
    ...options,
  })
  const add = (key: string, name = key, anonymous = false) => {
    const item = { caller: { key, anonymous }, name }
    queue.add(item)
    return item
  }
  /** Takes what may run, one after the other; each runs for so long. */
  const work = (count: number, milliseconds: (name: string) => number = () => 0) =>
    Array.from({ length: count }, () => {
      const item = queue.take()
      if (item) queue.done(item, milliseconds(item.name))
      return item?.name
    })
  return { queue, add, work, dropped }
}

test('callers take turns, whatever each has waiting', () => {
  const { add, work } = open()
  for (let n = 1; n <= 4; n += 1) add('eve', `eve ${n}`)
  add('anna', 'anna 1')
  add('ben', 'ben 1')
  add('anna', 'anna 2')
  expect(work(7)).toEqual(['eve 1', 'anna 1', 'ben 1', 'eve 2', 'anna 2', 'eve 3', 'eve 4'])
})

test('who has used less time goes first', () => {
  const { add, work } = open()
  for (let n = 1; n <= 3; n += 1) add('eve', `eve ${n}`)
  for (let n = 1; n <= 4; n += 1) add('anna', `anna ${n}`)
  const time = (name: string) => (name.startsWith('eve') ? 1000 : 100)
  expect(work(7, time)).toEqual(['eve 1', 'anna 1', 'anna 2', 'anna 3', 'anna 4', 'eve 2', 'eve 3'])
})

test('a caller that comes later has nothing to make up for, and cannot crowd out who was there', () => {
  const { add, work } = open()
  for (let n = 1; n <= 3; n += 1) add('anna', `anna ${n}`)
  expect(work(1, () => 5000)).toEqual(['anna 1'])
  for (let n = 1; n <= 3; n += 1) add('eve', `eve ${n}`)
  expect(work(4, () => 10)).toEqual(['anna 2', 'eve 1', 'anna 3', 'eve 2'])
})

test('a caller has no more running than its share, and the next is served', () => {
  const { queue, add } = open()
  for (let n = 1; n <= 3; n += 1) add('eve', `eve ${n}`)
  add('anna')
  const first = queue.take()
  expect([first, queue.take(), queue.take(), queue.take()].map((item) => item?.name)).toEqual([
    'eve 1',
    'anna',
    'eve 2',
    undefined,
  ])
  if (first) queue.done(first, 1)
  expect(queue.take()?.name).toBe('eve 3')
})

test('a share that shrinks counts from the next task on', () => {
  let running = 2
  const { queue, add } = open({ shareOf: () => ({ running, waiting: 10 }) })
  for (let n = 1; n <= 3; n += 1) add('eve', `eve ${n}`)
  queue.take()
  running = 1
  expect(queue.take()).toBeUndefined()
})

test('callers without a credential share one limit', () => {
  const { queue, add } = open({ anonymousRunning: 2 })
  for (const network of ['a', 'b', 'c']) add(network, network, true)
  add('anna')
  const taken = [queue.take(), queue.take(), queue.take(), queue.take()]
  expect(taken.map((item) => item?.name)).toEqual(['a', 'b', 'anna', undefined])
  if (taken[0]) queue.done(taken[0], 1)
  expect(queue.take()?.name).toBe('c')
})

test('a caller’s own share of what waits is refused to it alone', () => {
  const { queue, add } = open({ shareOf: () => ({ running: 1, waiting: 2 }) })
  add('eve')
  add('eve')
  expect(() => add('eve')).toThrow(expect.objectContaining({ name: 'Saturated', ownShare: true }))
  add('anna')
  expect(queue.waiting).toBe(3)
})

test('where all places are taken, the caller with the most loses its newest to one with less', () => {
  const { queue, add, dropped } = open({ waiting: 4 })
  for (let n = 1; n <= 4; n += 1) add('eve', `eve ${n}`)
  add('anna', 'anna 1')
  expect(dropped).toEqual(['eve 4'])
  add('anna', 'anna 2')
  expect(dropped).toEqual(['eve 4', 'eve 3'])
  // Now both have two: nobody has more than the one who asks would have.
  expect(() => add('anna', 'anna 3')).toThrow(expect.objectContaining({ name: 'Saturated' }))
  expect(queue.waiting).toBe(4)
})

test('what is taken out does not run, and is forgotten', () => {
  const { queue, add, work } = open()
  const [first, second] = [add('eve', 'eve 1'), add('eve', 'eve 2')]
  expect(queue.remove(first)).toBe(true)
  expect(queue.remove(first)).toBe(false)
  expect(work(2)).toEqual(['eve 2', undefined])
  expect(queue.remove(second)).toBe(false)
  expect(queue.waiting).toBe(0)
})
