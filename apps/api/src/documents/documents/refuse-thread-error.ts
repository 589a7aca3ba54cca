import type { ErrorKey } from '@countersign/contract/errors.ts'
import type { FastifyBaseLogger } from 'fastify'
import { Refusal } from '#api/platform/refusal.ts'
import { OverLimit, Saturated, TaskFailed } from '#api/platform/threads/task.ts'

/** What a caller is told when a thread could not do its work; `unreadable` where it failed over what is in the file. */
export function refuseThreadError(log: FastifyBaseLogger, error: unknown, unreadable: ErrorKey): unknown {
  if (error instanceof OverLimit) return new Refusal('document.too_complex', { cause: error })
  // A file that is not where it should be is our failure and not the document's.
  if (!(error instanceof TaskFailed) || error.code === 'ENOENT') return error
  // So busy that no thread came up: nothing was read of the document, so nothing is wrong with it.
  if (error.errorName === 'ThreadStuck') return new Saturated(error.message)
  log.warn({ err: error }, 'a document could not be read')
  return new Refusal(unreadable, { cause: error })
}
