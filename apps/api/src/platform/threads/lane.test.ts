import { expect, test } from 'vitest'
import { runAs } from './caller.ts'
import { openLane } from './lane.ts'
import { OverLimit, type Runner, type RunOptions, type Task } from './task.ts'
import { TrackRecord } from './track-record.ts'

const task: Task<number, number> = { module: new URL('file:///nowhere'), name: 'work' }

/** A task takes as many milliseconds as its input says. */
function pool(name: string, log: string[]): Runner {
  return {
    run: async <Input, Output>(_: Task<Input, Output>, input: Input, options: RunOptions = {}) => {
      log.push(`${name} ${options.timeLimit}`)
      if (Number(input) > (options.timeLimit ?? 0)) throw new OverLimit(`${name} ${options.timeLimit}`)
      return input as unknown as Output
    },
    warm: () => {},
  }
}

function open() {
  const log: string[] = []
  let now = 0
  const record = new TrackRecord(() => now)
  const lane = openLane({ quick: pool('quick', log), slow: pool('slow', log), quickLimit: 1000, record })
  const run = (key: string, takes: number, timeLimit = 10_000, heavy = false) =>
    runAs({ key, anonymous: false }, () => lane.run(task, takes, { timeLimit, heavy }))
  return { run, log, record, later: (milliseconds: number) => (now += milliseconds) }
}

test('a quick task is done where quick tasks are', async () => {
  const { run, log, record } = open()
  expect(await run('anna', 200)).toBe(200)
  expect(log).toEqual(['quick 1000'])
  expect(record.isHeavy('anna')).toBe(false)
})

test('a task that takes more goes to its like, with the time it may take', async () => {
  const { run, log, record } = open()
  expect(await run('anna', 3000)).toBe(3000)
  expect(log).toEqual(['quick 1000', 'slow 10000'])
  expect(record.isHeavy('anna')).toBe(true)
  expect(record.isHeavy('ben')).toBe(false)
})

test('a task known to be heavy runs among heavy ones from the start, and its caller does not count as heavy', async () => {
  const { run, log, record } = open()
  expect(await run('anna', 200, 10_000, true)).toBe(200)
  expect(log).toEqual(['slow 10000'])
  expect(record.isHeavy('anna')).toBe(false)
})

test('who sends what takes too much has half the time for the next, never less than a quick task', async () => {
  const { run, log } = open()
  const shortened: unknown[] = []
  for (let n = 0; n < 6; n += 1)
    await run('eve', 20_000).catch((error: OverLimit) => shortened.push(error.shortened))
  expect(log.filter((line) => line.startsWith('slow'))).toEqual([
    'slow 10000',
    'slow 5000',
    'slow 2500',
    'slow 1250',
    'slow 1000',
    'slow 1000',
  ])
  expect(shortened).toEqual([false, true, true, true, true, true])
})

test('nobody else has less time for it, and after ten minutes nor has the caller', async () => {
  const { run, log, later } = open()
  await expect(run('eve', 20_000)).rejects.toBeInstanceOf(OverLimit)
  expect(await run('anna', 9000)).toBe(9000)
  later(10 * 60_000)
  expect(await run('eve', 9000)).toBe(9000)
  expect(log.filter((line) => line.startsWith('slow'))).toEqual(['slow 10000', 'slow 10000', 'slow 10000'])
})
