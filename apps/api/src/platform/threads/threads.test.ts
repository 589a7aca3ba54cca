import { afterAll, expect, test } from 'vitest'
import { runAs } from './caller.ts'
import type { Task } from './task.ts'
import { createThreads } from './threads.ts'

const module = new URL('./thread-pool-test-tasks.ts', import.meta.url)
const waitAtGate: Task<Int32Array, string> = { module, name: 'waitAtGate' }
const double: Task<number, number> = { module, name: 'double' }

const threads = createThreads({ cores: 4 })
afterAll(() => threads.close())

test('heavy tasks run one at a time, and others are served meanwhile', async () => {
  const gate = new Int32Array(new SharedArrayBuffer(4))
  const begun: string[] = []
  const heavy = (key: string) =>
    runAs({ key, anonymous: false }, () =>
      threads.inspect.run(waitAtGate, gate, { heavy: true, admit: () => begun.push(key) }),
    )
  const both = Promise.all([heavy('anna'), heavy('ben')])
  expect(await threads.inspect.run(double, 21)).toBe(42)
  expect(await threads.render.run(double, 4)).toBe(8)
  expect(begun).toEqual(['anna'])
  Atomics.store(gate, 0, 1)
  Atomics.notify(gate, 0)
  expect(await both).toEqual(['through', 'through'])
  expect(begun).toEqual(['anna', 'ben'])
})
