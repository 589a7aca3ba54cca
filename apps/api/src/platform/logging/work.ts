import { AsyncLocalStorage } from 'node:async_hooks'
import type { Span } from '#api/platform/tracing/span.ts'

/** What a line of the log, or a span of a trace, belongs to: a call or a job. */
export interface Work {
  /** Of a job: the call that added it, where one did. */
  readonly requestId?: string | undefined
  readonly jobId?: string | undefined
  readonly task?: string | undefined
  /** `account:…`, `api-user:…` or `signature:…`: an id, never a name or an email. */
  readonly actor?: string | undefined
  readonly span?: Span | undefined
}

const works = new AsyncLocalStorage<Work>()

/** Everything that `work` logs, however deep in its calls, says what it belongs to. */
export function runWork<Result>(given: Work, work: () => Result): Result {
  return works.run(given, work)
}

export const currentWork = (): Work | undefined => works.getStore()
