import { expect, test } from 'vitest'
import { batchRun, putBatchAway, runBatch, stopBatch } from './batch-run.ts'

const items = ['Lease', 'Offer', 'Order'].map((title) => ({ id: title.toLowerCase(), title }))

test('what failed is kept until it is put away, wherever the person is by then', async () => {
  const failure = new Error('refused')
  const run = runBatch('remind', items, async ({ id }) => {
    if (id === 'offer') throw failure
  })
  expect(batchRun.get().running).toEqual({ kind: 'remind', done: 0, total: 3 })
  const end = { kind: 'remind', done: 2, notDone: [{ item: items[1], failure }] }
  expect(await run).toEqual(end)
  expect(batchRun.get()).toEqual({ running: null, result: end })
  putBatchAway()
  expect(batchRun.get().result).toBeNull()
})

test('a second run does not start beside the first, which can be stopped from anywhere', async () => {
  const acted: string[] = []
  const run = runBatch('remove', items, async ({ id }) => {
    acted.push(id)
    stopBatch()
  })
  expect(await runBatch('remove', items, async ({ id }) => acted.push(id))).toBeNull()
  expect(await run).toEqual({ kind: 'remove', done: 1, notDone: [] })
  expect(acted).toEqual(['lease'])
  // It is that run that was stopped, and none after it.
  const next = await runBatch('remove', items, async () => undefined)
  expect(next?.done).toBe(3)
})
