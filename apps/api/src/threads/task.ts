import type { TransferListItem } from 'node:worker_threads'

/**
 * Work that a thread does: a function that `module` exports under `name`. Input and output are cloned between the
 * threads. The types are only promised here; a task is declared beside its module, where both are seen.
 */
export interface Task<Input, Output> {
  readonly module: URL
  readonly name: string
  /** Carries the types; never set. */
  readonly types?: (input: Input) => Output
}

export interface RunOptions {
  /** Milliseconds from the moment a thread takes it up; then that thread is ended and the task fails with OverLimit. */
  readonly timeLimit?: number
  /** What is handed over instead of copied: the caller cannot use it afterwards. */
  readonly transfer?: readonly TransferListItem[]
}

/** Too much is waiting already. */
export class Saturated extends Error {
  override name = 'Saturated'
}

/** The task took more time or memory than it may; its thread was ended. */
export class OverLimit extends Error {
  override name = 'OverLimit'
}

/** What the task threw, or how its thread ended. `errorName` and `code` are the original's. */
export class TaskFailed extends Error {
  override name = 'TaskFailed'
  readonly errorName: string
  readonly code: string | undefined

  constructor(message: string, errorName: string, code?: string, stack?: string) {
    super(message)
    this.errorName = errorName
    this.code = code
    if (stack) this.stack = stack
  }
}
