import { currentCaller, runAs } from './caller.ts'
import { Abandoned } from './task.ts'

interface Entry {
  readonly promise: Promise<unknown>
  readonly controller: AbortController
  waiting: number
}

/**
 * A caller that asks again while the answer is being made gets the same answer. It is given up once nobody waits for it
 * any longer. Each caller has its own: otherwise one would wait where another is in the queue.
 */
export class SharedWork {
  readonly #entries = new Map<string, Entry>()

  run<Result>(what: string, make: () => Promise<Result>): Promise<Result> {
    const { key: callerKey, signal } = currentCaller()
    const key = `${callerKey} ${what}`
    if (signal?.aborted) return Promise.reject(new Abandoned('Nobody waits for it'))
    const entry = this.#entries.get(key) ?? this.#begin(key, make)
    entry.waiting += 1
    if (!signal) return entry.promise as Promise<Result>
    return new Promise<Result>((resolve, reject) => {
      const leave = () => {
        reject(new Abandoned('The caller has hung up'))
        entry.waiting -= 1
        if (entry.waiting > 0) return
        if (this.#entries.get(key) === entry) this.#entries.delete(key)
        entry.controller.abort()
      }
      signal.addEventListener('abort', leave, { once: true })
      const stay = () => signal.removeEventListener('abort', leave)
      ;(entry.promise as Promise<Result>).finally(stay).then(resolve, reject)
    })
  }

  #begin(key: string, make: () => Promise<unknown>): Entry {
    const controller = new AbortController()
    const forget = () => {
      if (this.#entries.get(key) === entry) this.#entries.delete(key)
    }
    const promise = runAs({ ...currentCaller(), signal: controller.signal }, make).finally(forget)
    const entry: Entry = { promise, controller, waiting: 0 }
    this.#entries.set(key, entry)
    // Where all have left nobody is told.
    promise.catch(() => {})
    return entry
  }
}
