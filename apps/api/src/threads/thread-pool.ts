import { Worker } from 'node:worker_threads'
import { OverLimit, type RunOptions, Saturated, type Task, TaskFailed } from './task.ts'
import type { Order, Report } from './thread-main.ts'

export interface ThreadPoolOptions {
  readonly name: string
  /** How many threads at most. */
  readonly threads: number
  /** How many tasks may wait; one more fails with Saturated. */
  readonly queueLimit: number
  /** Megabytes for each thread: objects, and buffers and WebAssembly besides. */
  readonly memoryLimit: number
  /** A thread without work for so many milliseconds is ended; a new one starts with the next task. */
  readonly idleLimit: number
}

interface Waiting {
  readonly order: Omit<Order, 'id'>
  readonly options: RunOptions
  readonly resolve: (output: unknown) => void
  readonly reject: (error: Error) => void
}

interface Thread {
  readonly worker: Worker
  current: (Waiting & { readonly id: number }) | undefined
  timer: NodeJS.Timeout | undefined
  look: NodeJS.Timeout | undefined
}

const entry = new URL('./thread-main.ts', import.meta.url)
const defaultTimeLimit = 15_000
/** The heap's own limit does not count buffers, so a thread at work is looked at so often, in milliseconds. */
const lookInterval = 100

/** A few threads that work off a bounded queue. A task can take its own thread down, nothing else. */
export class ThreadPool {
  readonly #options: ThreadPoolOptions
  readonly #threads = new Set<Thread>()
  readonly #queue: Waiting[] = []
  #lastId = 0
  #closed = false

  constructor(options: ThreadPoolOptions) {
    this.#options = options
  }

  /** Tasks that wait for a thread. */
  get waiting(): number {
    return this.#queue.length
  }

  /** Threads that live at this moment. */
  get alive(): number {
    return this.#threads.size
  }

  /** Runs a task in the next free thread. Fails with Saturated, OverLimit or TaskFailed. */
  run<Input, Output>(task: Task<Input, Output>, input: Input, options: RunOptions = {}): Promise<Output> {
    return new Promise((resolve, reject) => {
      if (this.#closed) return reject(new Saturated(`The ${this.#options.name} threads are closed`))
      const busy = [...this.#threads].every((thread) => thread.current)
      const full = busy && this.#threads.size >= this.#options.threads
      if (full && this.#queue.length >= this.#options.queueLimit)
        return reject(new Saturated(`The ${this.#options.name} threads are busy`))
      this.#queue.push({
        order: { module: task.module.href, name: task.name, input },
        options,
        resolve: resolve as (output: unknown) => void,
        reject,
      })
      this.#dispatch()
    })
  }

  /** Has a thread and a task's module ready for the task that will come soon; does nothing where one is there. */
  warm<Input, Output>(task: Task<Input, Output>): void {
    if (this.#closed || this.#threads.size > 0) return
    const thread = this.#start()
    // Its report is for nobody. The task itself will meet what is wrong.
    thread.worker.postMessage({ id: 0, module: task.module.href, name: 'load', input: null } satisfies Order)
    this.#rest(thread)
  }

  /** Ends all threads; what runs or waits fails. */
  async close(): Promise<void> {
    this.#closed = true
    for (const waiting of this.#queue.splice(0)) waiting.reject(new Saturated('The threads are closed'))
    await Promise.all(
      [...this.#threads].map((thread) => {
        this.#drop(thread, new Saturated('The threads are closed'))
        return thread.worker.terminate()
      }),
    )
  }

  #dispatch(): void {
    while (this.#queue.length > 0) {
      let thread = [...this.#threads].findLast((candidate) => !candidate.current)
      if (!thread && this.#threads.size < this.#options.threads) thread = this.#start()
      if (!thread) return
      const next = this.#queue.shift()
      if (next) this.#give(thread, next)
    }
  }

  #start(): Thread {
    const worker = new Worker(entry, {
      name: this.#options.name,
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: this.#options.memoryLimit },
    })
    const thread: Thread = { worker, current: undefined, timer: undefined, look: undefined }
    this.#threads.add(thread)
    worker.on('message', (report: Report) => this.#settle(thread, report))
    worker.on('error', (error: Error & { code?: string }) => {
      const failed =
        error.code === 'ERR_WORKER_OUT_OF_MEMORY'
          ? new OverLimit('The task took more memory than allowed')
          : new TaskFailed(error.message, error.name, error.code, error.stack)
      this.#drop(thread, failed)
    })
    worker.on('exit', (code) =>
      this.#drop(thread, new TaskFailed(`The thread ended (${code})`, 'ThreadEnded')),
    )
    return thread
  }

  #give(thread: Thread, waiting: Waiting): void {
    clearTimeout(thread.timer)
    this.#lastId += 1
    thread.current = { ...waiting, id: this.#lastId }
    thread.worker.ref()
    try {
      thread.worker.postMessage({ id: this.#lastId, ...waiting.order }, [...(waiting.options.transfer ?? [])])
    } catch (error) {
      thread.current = undefined
      this.#rest(thread)
      return waiting.reject(error as Error)
    }
    const limit = waiting.options.timeLimit ?? defaultTimeLimit
    thread.timer = setTimeout(() => {
      this.#end(thread, new OverLimit(`${waiting.order.name} took more than ${limit} ms`))
    }, limit)
    thread.look = setInterval(() => void this.#lookAtMemory(thread), lookInterval)
  }

  async #lookAtMemory(thread: Thread): Promise<void> {
    // A thread that has ended meanwhile does not answer.
    const heap = await thread.worker.getHeapStatistics().catch(() => null)
    if (!heap || !thread.current) return
    const megabytes = (heap.used_heap_size + heap.external_memory) / 1024 / 1024
    if (megabytes < this.#options.memoryLimit) return
    this.#end(thread, new OverLimit(`${thread.current.order.name} took ${Math.round(megabytes)} MB`))
  }

  #settle(thread: Thread, report: Report): void {
    const current = thread.current
    if (!current || current.id !== report.id) return
    thread.current = undefined
    clearTimeout(thread.timer)
    clearInterval(thread.look)
    if ('error' in report) {
      const { message, name, code, stack } = report.error
      current.reject(new TaskFailed(message, name, code, stack))
    } else current.resolve(report.output)
    this.#rest(thread)
    this.#dispatch()
  }

  /** Without work a thread does not keep the process alive, and after a while it goes. */
  #rest(thread: Thread): void {
    thread.worker.unref()
    thread.timer = setTimeout(() => {
      this.#end(thread, new TaskFailed('The thread was idle', 'ThreadEnded'))
    }, this.#options.idleLimit).unref()
  }

  #end(thread: Thread, reason: Error): void {
    this.#drop(thread, reason)
    void thread.worker.terminate()
  }

  /** The thread is no more: its task fails, the next task starts another. */
  #drop(thread: Thread, reason: Error): void {
    if (!this.#threads.delete(thread)) return
    clearTimeout(thread.timer)
    clearInterval(thread.look)
    thread.current?.reject(reason)
    thread.current = undefined
    if (!this.#closed) this.#dispatch()
  }
}
