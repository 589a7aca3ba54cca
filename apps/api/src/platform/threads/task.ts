/**
 * Work that a thread does: a function that `module` exports under `name`. Input and output are cloned between the
 * threads. It may be run again from its beginning: all it needs is in its input. The types are only promised here; a
 * task is declared beside its module, where both are seen.
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
  /** Aborted when nobody wants the result any longer; the caller's own where it is left out. */
  readonly signal?: AbortSignal
  /** Asked when it is the task's turn: much may have become known while it waited. What it throws, the task fails with. */
  readonly admit?: () => void
  /** Known to take much: it runs among its like from the start. */
  readonly heavy?: boolean
}

/** What runs tasks in threads. */
export interface Runner {
  run<Input, Output>(task: Task<Input, Output>, input: Input, options?: RunOptions): Promise<Output>
  /** Has a thread ready for the task that will come soon. */
  warm<Input, Output>(task: Task<Input, Output>): void
}

/** The task was not taken, or waited too long. */
export class Saturated extends Error {
  override name = 'Saturated'
  /** This caller has too much waiting; others would have been served. */
  readonly ownShare: boolean

  constructor(message: string, { ownShare = false } = {}) {
    super(message)
    this.ownShare = ownShare
  }
}

/** The task took more time or memory than it may; its thread was ended. */
export class OverLimit extends Error {
  override name = 'OverLimit'
  /** The caller had less time than others, because of what its tasks took lately: it says little about the task. */
  readonly shortened: boolean

  constructor(message: string, { shortened = false } = {}) {
    super(message)
    this.shortened = shortened
  }
}

/** Nobody wants the result any longer: the caller has hung up, say. */
export class Abandoned extends Error {
  override name = 'Abandoned'
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
