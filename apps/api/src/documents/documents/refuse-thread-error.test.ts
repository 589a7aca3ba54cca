import type { FastifyBaseLogger } from 'fastify'
import { expect, test } from 'vitest'
import { Refusal } from '#api/platform/refusal.ts'
import { Saturated, TaskFailed } from '#api/platform/threads/task.ts'
import { refuseThreadError } from './refuse-thread-error.ts'

const log = { warn: () => {} } as unknown as FastifyBaseLogger
const refused = (error: unknown) => refuseThreadError(log, error, 'document.damaged')

test('a document is called damaged where a thread failed over it, not where none came up on a busy machine', () => {
  expect(refused(new TaskFailed('no page tree', 'RangeError'))).toBeInstanceOf(Refusal)
  expect(refused(new TaskFailed('The thread did not get ready', 'ThreadStuck'))).toBeInstanceOf(Saturated)
  const gone = new TaskFailed('no such file', 'Error', 'ENOENT')
  expect(refused(gone)).toBe(gone)
})
