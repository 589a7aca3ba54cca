import { execFileSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { getPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { type Caller, runAs } from './caller.ts'
import { Abandoned, OverLimit, Saturated, type Task, TaskFailed } from './task.ts'
import { ThreadPool, type ThreadPoolOptions } from './thread-pool.ts'

function task<Input, Output>(name: string): Task<Input, Output> {
  return { module: new URL('./thread-pool-test-tasks.ts', import.meta.url), name }
}
const double = task<number, number>('double')
const loopForever = task<null, never>('loopForever')
const waitAtGate = task<Int32Array, string>('waitAtGate')

const opened: ThreadPool[] = []
function open(options: Partial<ThreadPoolOptions> = {}): ThreadPool {
  const pool = new ThreadPool({
    name: 'test',
    threads: 2,
    ready: 1,
    shareOf: () => ({ running: 2, waiting: 10 }),
    anonymousRunning: 2,
    queueLimit: 100,
    waitLimit: 60_000,
    memoryLimit: 64,
    webAssemblyLimit: 64,
    niceness: 0,
    idleLimit: 60_000,
    ...options,
  })
  opened.push(pool)
  return pool
}

function gate(): { closed: Int32Array; open: () => void } {
  const closed = new Int32Array(new SharedArrayBuffer(4))
  return {
    closed,
    open: () => {
      Atomics.store(closed, 0, 1)
      Atomics.notify(closed, 0)
    },
  }
}

afterEach(async () => {
  for (const pool of opened.splice(0)) await pool.close()
})

test('tasks run in threads that start when there is work, no more than allowed', async () => {
  const pool = open()
  expect(pool.alive).toBe(0)
  expect(await pool.run(double, 1)).toBe(2)
  expect(pool.alive).toBe(1)
  const answers = await Promise.all([1, 2, 3, 4, 5, 6].map((given) => pool.run(double, given)))
  expect(answers).toEqual([2, 4, 6, 8, 10, 12])
  expect(pool.alive).toBe(2)
})

test('a task that never ends is ended, and only that one fails', async () => {
  const pool = open({ threads: 1 })
  const endless = pool.run(loopForever, null, { timeLimit: 100 })
  const behind = pool.run(double, 21)
  await expect(endless).rejects.toBeInstanceOf(OverLimit)
  expect(await behind).toBe(42)
})

test.each([
  ['the only thread', { threads: 1 }],
  ['all that callers without a credential may have', { threads: 2, anonymousRunning: 1 }],
])('the place of a thread is taken only once its native code has returned: %s', async (_, limits) => {
  const folder = await mkdtemp(join(tmpdir(), 'pipe-'))
  const pipe = join(folder, 'pipe')
  execFileSync('mkfifo', [pipe])
  const pool = open(limits)
  const log: string[] = []
  const native = runAs(as('eve', { anonymous: true }), () =>
    pool.run(task<string, string>('readPipe'), pipe, { timeLimit: 100 }),
  )
  const behind = runAs(as('mallory', { anonymous: true }), () =>
    pool.run(double, 21, { admit: () => log.push('next begins') }),
  )
  await expect(native).rejects.toBeInstanceOf(OverLimit)
  for (let turn = 0; turn < 5; turn += 1) await nextTurn()
  if (limits.threads > 1) expect(await runAs(as('anna'), () => pool.run(double, 4))).toBe(8)
  log.push('native code returns')
  await writeFile(pipe, 'written')
  expect(await behind).toBe(42)
  expect(log).toEqual(['native code returns', 'next begins'])
  await rm(folder, { recursive: true })
})

test('the time a task waits for a thread does not count', async () => {
  const pool = open({ threads: 1 })
  const first = pool.run(loopForever, null, { timeLimit: 1200 })
  const behind = pool.run(double, 4, { timeLimit: 1000 })
  await expect(first).rejects.toBeInstanceOf(OverLimit)
  expect(await behind).toBe(8)
})

test.each(['fillMemory', 'fillBuffers'])(
  'a task that takes too much memory fails alone: %s',
  async (name) => {
    const pool = open({ threads: 1 })
    await expect(pool.run(task<null, never>(name), null)).rejects.toBeInstanceOf(OverLimit)
    expect(await pool.run(double, 3)).toBe(6)
  },
)

test('what a task throws arrives with its name, message and code, and the thread continues', async () => {
  const pool = open({ threads: 1 })
  const failed = await pool.run(task<null, never>('fail'), null).catch((error: unknown) => error)
  expect(failed).toBeInstanceOf(TaskFailed)
  expect(failed).toMatchObject({ message: 'not like this', errorName: 'RangeError', code: 'NOT_LIKE_THIS' })
  expect(await pool.run(double, 3)).toBe(6)
})

test('a thread that ends takes its task with it and is replaced', async () => {
  const pool = open({ threads: 1 })
  const lost = pool.run(task<null, never>('endThread'), null)
  const behind = pool.run(double, 5)
  await expect(lost).rejects.toMatchObject({ name: 'TaskFailed', errorName: 'ThreadEnded' })
  expect(await behind).toBe(10)
})

test('a function that is not there is a failed task', async () => {
  await expect(open().run(task('nothing'), 1)).rejects.toThrow('has no function nothing')
})

const as = (key: string, more: Partial<Caller> = {}): Caller => ({ key, anonymous: false, ...more })

test('a caller with too much waiting is turned away at once, and nobody else is', async () => {
  const pool = open({ threads: 1, shareOf: () => ({ running: 1, waiting: 2 }) })
  const { closed, open: openGate } = gate()
  const flood = [1, 2, 3].map(() => runAs(as('eve'), () => pool.run(waitAtGate, closed)))
  expect(pool.waiting).toBe(2)
  await expect(runAs(as('eve'), () => pool.run(double, 1))).rejects.toMatchObject({
    name: 'Saturated',
    ownShare: true,
  })
  const anna = runAs(as('anna'), () => pool.run(double, 21))
  openGate()
  expect(await anna).toBe(42)
  expect(await Promise.all(flood)).toEqual(['through', 'through', 'through'])
})

test('while one caller keeps as many threads as it may have, the next is served at once', async () => {
  const pool = open({ threads: 2, shareOf: () => ({ running: 1, waiting: 10 }) })
  const { closed, open: openGate } = gate()
  const flood = [1, 2, 3].map(() => runAs(as('eve'), () => pool.run(waitAtGate, closed)))
  expect(await runAs(as('anna'), () => pool.run(double, 21))).toBe(42)
  expect(await runAs(as('ben'), () => pool.run(double, 1))).toBe(2)
  openGate()
  await Promise.all(flood)
})

test('callers without a credential never have every thread, however many networks they come from', async () => {
  const pool = open({ threads: 2, anonymousRunning: 1 })
  const { closed, open: openGate } = gate()
  const flood = ['a', 'b', 'c'].map((key) =>
    runAs(as(key, { anonymous: true }), () => pool.run(waitAtGate, closed)),
  )
  expect(await runAs(as('anna'), () => pool.run(double, 21))).toBe(42)
  openGate()
  await Promise.all(flood)
})

test('a task that waits is dropped when its caller hangs up', async () => {
  const pool = open({ threads: 1 })
  const { closed, open: openGate } = gate()
  const running = pool.run(waitAtGate, closed)
  const controller = new AbortController()
  const waiting = runAs(as('eve', { signal: controller.signal }), () => pool.run(double, 1))
  controller.abort()
  await expect(waiting).rejects.toBeInstanceOf(Abandoned)
  expect(pool.waiting).toBe(0)
  openGate()
  expect(await running).toBe('through')
})

test('a task that runs is ended when its caller hangs up, and makes room for the next', async () => {
  const pool = open({ threads: 1 })
  const controller = new AbortController()
  const running = runAs(as('eve', { signal: controller.signal }), () => pool.run(loopForever, null))
  const behind = runAs(as('anna'), () => pool.run(double, 21))
  controller.abort()
  await expect(running).rejects.toBeInstanceOf(Abandoned)
  expect(await behind).toBe(42)
})

test('who has hung up already does not get a thread', async () => {
  const pool = open()
  await expect(pool.run(double, 1, { signal: AbortSignal.abort() })).rejects.toBeInstanceOf(Abandoned)
  expect(pool.alive).toBe(0)
})

test('what waits too long is given up', async () => {
  const pool = open({ threads: 1, waitLimit: 50 })
  const { closed, open: openGate } = gate()
  const running = runAs(as('eve'), () => pool.run(waitAtGate, closed))
  const anna = runAs(as('anna'), () => pool.run(double, 1))
  const eve = runAs(as('eve'), () => pool.run(double, 1))
  await expect(anna).rejects.toMatchObject({ name: 'Saturated', ownShare: false })
  // Who waited for tasks of their own is told that it was too many.
  await expect(eve).rejects.toMatchObject({ name: 'Saturated', ownShare: true })
  openGate()
  expect(await running).toBe('through')
})

test('where all places are taken, the caller with the most waiting loses its newest', async () => {
  const pool = open({ threads: 1, queueLimit: 3 })
  const { closed, open: openGate } = gate()
  const flood = [1, 2, 3, 4].map(() => runAs(as('eve'), () => pool.run(waitAtGate, closed)))
  const anna = runAs(as('anna'), () => pool.run(double, 21))
  await expect(flood[3]).rejects.toMatchObject({ name: 'Saturated', ownShare: true })
  openGate()
  expect(await anna).toBe(42)
  await Promise.all(flood.slice(0, 3))
})

test.runIf(process.platform === 'linux')(
  'threads of a pool give way to others as they are told',
  async () => {
    const own = getPriority(0)
    expect(await open({ niceness: 2 }).run(task<null, number>('niceness'), null)).toBe(Math.min(19, own + 2))
    expect(getPriority(0)).toBe(own)
  },
)

test('a task that needs more memory for WebAssembly than its thread may take is over the limit', async () => {
  const pool = open({ threads: 1 })
  const needsMemory = task<number, number>('needsMemory')
  await expect(pool.run(needsMemory, 65)).rejects.toBeInstanceOf(OverLimit)
  expect(await pool.run(needsMemory, 64)).toBe(64)
})

test('what cannot be cloned fails, and the thread continues', async () => {
  const pool = open({ threads: 1 })
  await expect(pool.run(task('sizeOf'), () => {})).rejects.toThrow('could not be cloned')
  expect(await pool.run(double, 1)).toBe(2)
})

test('threads without work go, and come back', async () => {
  const pool = open({ idleLimit: 20 })
  await pool.run(double, 1)
  await expect.poll(() => pool.alive).toBe(0)
  expect(await pool.run(double, 1)).toBe(2)
})

test('a thread is made ready once, for the task to come', async () => {
  const pool = open()
  const timesLoaded = task<null, number>('timesLoaded')
  pool.warm(timesLoaded)
  pool.warm(timesLoaded)
  expect(pool.alive).toBe(1)
  await expect.poll(() => pool.run(timesLoaded, null)).toBe(1)
})

test('after closing, what ran and what comes is turned away', async () => {
  const pool = open({ threads: 1 })
  const running = [1, 2].map(() => pool.run(loopForever, null))
  const ends = Promise.allSettled(running)
  await pool.close()
  for (const end of await ends)
    expect(end).toMatchObject({ status: 'rejected', reason: { name: 'Saturated' } })
  await expect(pool.run(double, 1)).rejects.toBeInstanceOf(Saturated)
  expect(pool.alive).toBe(0)
})

test('the caller’s thread stays free while the threads work', async () => {
  const pool = open()
  const busy = [1, 2].map(() => pool.run(loopForever, null, { timeLimit: 300 }).catch(() => 'ended'))
  let turns = 0
  const counting = (async () => {
    for (;;) {
      await delay(1)
      turns += 1
      if (pool.alive === 0) return
    }
  })()
  expect(await Promise.all(busy)).toEqual(['ended', 'ended'])
  await counting
  expect(turns).toBeGreaterThan(20)
})
