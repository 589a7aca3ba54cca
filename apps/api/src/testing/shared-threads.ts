import { currentCaller, runAs } from '#api/platform/threads/caller.ts'
import type { Runner } from '#api/platform/threads/task.ts'
import { createThreads, type Threads } from '#api/platform/threads/threads.ts'

/** A thread takes a second of the processor to load its modules: the apis that one process starts in turn share theirs. */
let shared: Threads | undefined
let lastApi = 0

/** For one api: its callers are its own, and closing it ends what it still waits for and leaves the threads to the next. */
export function shareThreads(): Threads {
  const { sign, password, inspect, render } = (shared ??= createThreads())
  lastApi += 1
  const api = lastApi
  const closing = new AbortController()
  const own = (runner: Runner): Runner => ({
    run: (task, input, options = {}) => {
      const caller = currentCaller()
      const wanted = options.signal ?? caller.signal
      const signal = wanted ? AbortSignal.any([wanted, closing.signal]) : closing.signal
      // By the same name another api's caller may have been slow.
      return runAs({ ...caller, key: `${api} ${caller.key}` }, () =>
        runner.run(task, input, { ...options, signal }),
      )
    },
    warm: (task) => runner.warm(task),
  })
  return {
    sign: own(sign),
    password: own(password),
    inspect: own(inspect),
    render: own(render),
    close: async () => closing.abort(),
  }
}
