import { AsyncLocalStorage } from 'node:async_hooks'

/** Who a task is for: what threads do is shared out between callers, so that none of them waits for another's work. */
export interface Caller {
  /** An account, a personal link, a network (of callers without a credential), or a job's owner. */
  readonly key: string
  /** Without a credential. All such callers together never take every thread. */
  readonly anonymous: boolean
  /** Aborted when the caller has hung up. */
  readonly signal?: AbortSignal
}

/** The product itself: upkeep that nobody in particular asked for. */
const product: Caller = { key: 'product', anonymous: false }

const callers = new AsyncLocalStorage<Caller>()

/** Everything that `work` gives to threads, however deep in its calls, is on this caller's account. */
export function runAs<Result>(caller: Caller, work: () => Result): Result {
  return callers.run(caller, work)
}

export function currentCaller(): Caller {
  return callers.getStore() ?? product
}
