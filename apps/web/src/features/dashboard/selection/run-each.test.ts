import { expect, it } from 'vitest'
import { runEach } from './run-each.ts'

it('the run continues after one that fails, and tells which and why', async () => {
  const progress: number[] = []
  const failure = new Error('refused')
  const result = await runEach(['a', 'b', 'c'], {
    act: async (item) => {
      if (item === 'b') throw failure
    },
    onProgress: (done) => progress.push(done),
    isStopped: () => false,
  })
  expect(result).toEqual({ done: 2, notDone: [{ item: 'b', failure }] })
  expect(progress).toEqual([0, 1, 2])
})

it('the run does nothing more once it is stopped', async () => {
  const acted: string[] = []
  const result = await runEach(['a', 'b', 'c'], {
    act: async (item) => acted.push(item),
    onProgress: () => undefined,
    isStopped: () => acted.length === 2,
  })
  expect(acted).toEqual(['a', 'b'])
  expect(result).toEqual({ done: 2, notDone: [] })
})
