import { Worker } from 'node:worker_threads'
import { type Caller, currentCaller } from './caller.ts'
import { FairQueue, type Share } from './fair-queue.ts'
import { outOfMemory } from './memory-limit.ts'
import {
  Abandoned,
  OverLimit,
  type Runner,
  type RunOptions,
  Saturated,
  type Task,
  TaskFailed,
} from './task.ts'
import { getReadyOnly, type Order, type Report, type ThreadData } from './thread-order.ts'

export interface ThreadPoolOptions {
  readonly name: string
  /** How many threads at most. */
  readonly threads: number
  /** How much of them one caller may have. */
  readonly shareOf: (caller: Caller) => Share
  /** How many threads all callers without a credential may have together. */
  readonly anonymousRunning: number
  /** How many threads are there while there is work now and then: one more than runs as a rule. */
  readonly ready: number
  /** Told when the first thread starts, and when the last has ended. */
  readonly onAlive?: (isAlive: boolean) => void
  /** How many tasks may wait in all. */
  readonly queueLimit: number
  /** Milliseconds that a task may wait for a thread; then it fails with Saturated. */
  readonly waitLimit: number
  /** Megabytes for each thread: objects and buffers, and WebAssembly besides. */
  readonly memoryLimit: number
  /** Megabytes for the WebAssembly in each. */
  readonly webAssemblyLimit: number
  /** The file that a task reads there comes on top of that. */
  readonly fileOnTop?: boolean
  /** As of nice(2). */
  readonly niceness: number
  /** Without any work for so many milliseconds all threads are ended; a new one starts with the next task. */
  readonly idleLimit: number
}

interface QueuedTask {
  readonly caller: Caller
  readonly order: Omit<Order, 'id'>
  readonly signal: AbortSignal | undefined
  readonly timeLimit: number
  readonly admit: (() => void) | undefined
  /** Forgets what may end the wait: called once, as it runs or fails. */
  stopWaiting(): void
  resolve(output: unknown): void
  reject(error: Error): void
}

interface RunningTask extends QueuedTask {
  readonly id: number
  readonly began: number
  readonly item: QueuedTask
}

interface Thread {
  readonly worker: Worker
  current: RunningTask | undefined
  timer: NodeJS.Timeout | undefined
  look: NodeJS.Timeout | undefined
}

const entry = new URL('./thread-main.ts', import.meta.url)
const defaultTimeLimit = 15_000
/** The heap's own limit does not count buffers, so a thread at work is looked at so often, in milliseconds. */
const lookInterval = 100
/** For what is soon forgotten. A dozen threads with as much as the process's own would take hundreds of megabytes. */
const maxYoungGenerationSizeMb = 2
/** A thread gets ready within so many milliseconds, or something is wrong with it. */
const startLimit = 60_000
/** On a busy machine a task that got less than this share of the processor has some more time, up to so many times as much. */
const starvedShare = 0.7
const starvedFactor = 3
/** Others get ready only so many milliseconds after a task, when anyone who waited for it has been served. */
const readyDelay = 300
/** What nobody wants any longer may still end in time, which is cheaper than another thread. */
const abandonedLimit = 100

/** A few threads that work off a bounded queue, fairly between callers. A task can take its own thread down, nothing else. */
export class ThreadPool implements Runner {
  readonly #options: ThreadPoolOptions
  readonly #threads = new Set<Thread>()
  /** Threads that were told to end: native code runs on there until it returns, and its memory is still taken. */
  readonly #ending = new Set<Promise<unknown>>()
  readonly #queue: FairQueue<QueuedTask>
  #lastId = 0
  #lastModule: string | undefined
  #ready: number
  #idle: NodeJS.Timeout | undefined
  #readying: NodeJS.Timeout | undefined
  #closed = false

  constructor(options: ThreadPoolOptions) {
    this.#options = options
    this.#ready = options.ready
    this.#queue = new FairQueue({
      shareOf: (caller) => options.shareOf(caller),
      anonymousRunning: options.anonymousRunning,
      waiting: options.queueLimit,
      onDropped: (item) => {
        item.stopWaiting()
        item.reject(new Saturated('Others have less waiting', { ownShare: true }))
      },
    })
  }

  /** Tasks that wait for a thread. */
  get waiting(): number {
    return this.#queue.waiting
  }

  /** Threads that live at this moment. */
  get alive(): number {
    return this.#threads.size + this.#ending.size
  }

  /** Frees the memory of threads without work while others need it: one stays ready. Undone by `false`. */
  makeRoom(isNeeded: boolean): void {
    this.#ready = isNeeded ? 1 : this.#options.ready
    if (isNeeded) for (const thread of this.#threads) this.#endIfTooMany(thread)
  }

  /** Runs a task in a thread when it is its caller's turn. Fails with Saturated, OverLimit, Abandoned or TaskFailed. */
  run<Input, Output>(task: Task<Input, Output>, input: Input, options: RunOptions = {}): Promise<Output> {
    const { promise, resolve, reject } = Promise.withResolvers<Output>()
    const caller = currentCaller()
    const signal = options.signal ?? caller.signal
    if (this.#closed) reject(new Saturated(`The ${this.#options.name} threads are closed`))
    else if (signal?.aborted) reject(new Abandoned('Nobody waits for it'))
    else {
      const abandon = () => this.#abandon(item)
      const late = setTimeout(() => this.#tooLate(item), this.#options.waitLimit).unref()
      const item: QueuedTask = {
        caller,
        order: { module: task.module.href, name: task.name, input },
        signal,
        timeLimit: options.timeLimit ?? defaultTimeLimit,
        admit: options.admit,
        stopWaiting: () => clearTimeout(late),
        resolve: (output) => {
          signal?.removeEventListener('abort', abandon)
          resolve(output as Output)
        },
        reject: (error) => {
          signal?.removeEventListener('abort', abandon)
          reject(error)
        },
      }
      signal?.addEventListener('abort', abandon, { once: true })
      this.#enter(item)
    }
    return promise
  }

  /** Has a thread and a task's module ready for the task that will come soon; does nothing where one is there. */
  warm<Input, Output>(task: Task<Input, Output>): void {
    if (this.#closed || this.#threads.size > 0 || this.alive >= this.#options.threads) return
    this.#getReady(this.#start(), task.module.href)
  }

  /** Ends all threads; what runs or waits fails. */
  async close(): Promise<void> {
    this.#closed = true
    clearTimeout(this.#idle)
    clearTimeout(this.#readying)
    for (const waiting of this.#queue.clear()) this.#fail(waiting, new Saturated('The threads are closed'))
    for (const thread of this.#threads) this.#end(thread, new Saturated('The threads are closed'))
    await Promise.all(this.#ending)
  }

  #getReady(thread: Thread, module: string): void {
    // Its report is for nobody. The task itself will meet what is wrong.
    const order: Order = { id: 0, module, name: getReadyOnly, input: null }
    thread.worker.postMessage(order)
    this.#rest(thread)
  }

  #enter(item: QueuedTask): void {
    try {
      this.#queue.add(item)
    } catch (error) {
      return this.#fail(item, error as Error)
    }
    this.#dispatch()
  }

  #fail(item: QueuedTask, error: Error): void {
    item.stopWaiting()
    item.reject(error)
  }

  #tooLate(item: QueuedTask): void {
    if (this.#queue.remove(item))
      this.#fail(
        item,
        new Saturated(`It waited for ${this.#options.waitLimit} ms`, {
          ownShare: this.#queue.hasOthersOf(item.caller),
        }),
      )
  }

  /** QueuedTask, it is taken out; running, it is ended unless it is nearly done. Its caller does not wait for either. */
  #abandon(item: QueuedTask): void {
    this.#queue.remove(item)
    this.#fail(item, new Abandoned('Nobody waits for it any more'))
    const thread = [...this.#threads].find(({ current }) => current?.item === item)
    if (!thread) return
    clearTimeout(thread.timer)
    thread.timer = setTimeout(() => this.#end(thread, new Abandoned('Ended')), abandonedLimit)
  }

  #dispatch(): void {
    while (!this.#closed) {
      const idle = [...this.#threads].findLast((candidate) => !candidate.current)
      if (!idle && this.alive >= this.#options.threads) return
      const next = this.#queue.take()
      if (!next) return
      if (!this.#isAdmitted(next)) continue
      this.#lastModule = next.order.module
      this.#give(idle ?? this.#start(), next)
    }
  }

  #isAdmitted(item: QueuedTask): boolean {
    try {
      item.admit?.()
      return true
    } catch (error) {
      this.#queue.done(item, 0)
      this.#fail(item, error as Error)
      return false
    }
  }

  /** So that the next caller finds a thread that is ready, while one is at work or after one had to be ended. */
  #makeReady(): void {
    if (this.#closed || this.#readying || this.alive >= this.#ready) return
    this.#readying = setTimeout(() => {
      this.#readying = undefined
      if (this.#lastModule && this.alive < this.#ready) this.#getReady(this.#start(), this.#lastModule)
    }, readyDelay).unref()
  }

  #start(): Thread {
    const { name, memoryLimit, webAssemblyLimit, fileOnTop = false, niceness } = this.#options
    const workerData = {
      niceness,
      webAssemblyLimit: webAssemblyLimit * 1024 * 1024,
      fileOnTop,
    } satisfies ThreadData
    const resourceLimits = { maxOldGenerationSizeMb: memoryLimit, maxYoungGenerationSizeMb }
    const worker = new Worker(entry, { name, execArgv: [], workerData, resourceLimits })
    const thread: Thread = { worker, current: undefined, timer: undefined, look: undefined }
    this.#threads.add(thread)
    if (this.alive === 1) this.#options.onAlive?.(true)
    worker.on('message', (report: Report) => this.#settle(thread, report))
    worker.on('error', (error: Error & { code?: string }) => {
      const failed =
        error.code === 'ERR_WORKER_OUT_OF_MEMORY'
          ? new OverLimit('The task took more memory than allowed')
          : new TaskFailed(error.message, error.name, error.code, error.stack)
      this.#end(thread, failed)
    })
    worker.on('exit', (code) =>
      this.#end(thread, new TaskFailed(`The thread ended (${code})`, 'ThreadEnded')),
    )
    return thread
  }

  #give(thread: Thread, item: QueuedTask): void {
    item.stopWaiting()
    clearTimeout(thread.timer)
    clearTimeout(this.#idle)
    this.#lastId += 1
    thread.current = { ...item, item, id: this.#lastId, began: performance.now() }
    thread.worker.ref()
    try {
      thread.worker.postMessage({ id: this.#lastId, ...item.order })
    } catch (error) {
      this.#release(thread)
      this.#rest(thread)
      return item.reject(error as Error)
    }
    thread.timer = setTimeout(() => {
      this.#end(thread, new TaskFailed('The thread did not get ready', 'ThreadStuck'))
    }, startLimit)
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

  async #begin(thread: Thread, { id, timeLimit, order, signal }: RunningTask): Promise<void> {
    // Its end is set already.
    if (signal?.aborted) return
    clearTimeout(thread.timer)
    const began = performance.now()
    const usedBefore = await cpuTime(thread)
    const look = async (): Promise<void> => {
      const used = (await cpuTime(thread)) - usedBefore
      if (thread.current?.id !== id) return
      const isStarved = used < timeLimit * starvedShare
      if (isStarved && performance.now() - began < timeLimit * starvedFactor)
        thread.timer = setTimeout(() => void look(), Math.max(20, timeLimit - used))
      else this.#end(thread, new OverLimit(`${order.name} took more than ${timeLimit} ms`))
    }
    if (thread.current?.id === id && !signal?.aborted) thread.timer = setTimeout(() => void look(), timeLimit)
  }

  #settle(thread: Thread, report: Report): void {
    if (thread.current?.id !== report.id) return
    if ('begun' in report) return void this.#begin(thread, thread.current)
    const current = this.#release(thread)
    if ('output' in report) current?.resolve(report.output)
    else {
      const { message, name, code, stack } = report.error
      if (code === outOfMemory) {
        // What it has taken it would keep.
        current?.reject(new OverLimit(message))
        return this.#end(thread, new OverLimit(message))
      }
      current?.reject(new TaskFailed(message, name, code, stack))
    }
    this.#rest(thread)
    this.#dispatch()
  }

  /** The thread has nothing to do any longer: its task makes room for others. */
  #release(thread: Thread): RunningTask | undefined {
    const current = this.#takeTask(thread)
    if (current) this.#queue.done(current.item, performance.now() - current.began)
    return current
  }

  #takeTask(thread: Thread): RunningTask | undefined {
    const { current } = thread
    thread.current = undefined
    clearTimeout(thread.timer)
    clearInterval(thread.look)
    return current
  }

  /** Without work a thread does not keep the process alive, and after a while all of them go. */
  #rest(thread: Thread): void {
    thread.worker.unref()
    if (this.#ready < this.#options.ready && this.#endIfTooMany(thread)) return
    this.#makeReady()
    clearTimeout(this.#idle)
    this.#idle = setTimeout(() => {
      if ([...this.#threads].some(({ current }) => current)) return
      this.#lastModule = undefined
      for (const idle of this.#threads) this.#end(idle, new TaskFailed('The thread was idle', 'ThreadEnded'))
    }, this.#options.idleLimit).unref()
  }

  #endIfTooMany(thread: Thread): boolean {
    if (thread.current || this.#threads.size <= this.#ready) return false
    this.#end(thread, new TaskFailed('The thread was idle', 'ThreadEnded'))
    return true
  }

  /**
   * Its task fails at once. Its place and its caller's share are free only when the thread has ended, or native
   * memory would be taken twice.
   */
  #end(thread: Thread, reason: Error): void {
    if (!this.#threads.delete(thread)) return
    const current = this.#takeTask(thread)
    current?.reject(reason)
    const ended = thread.worker.terminate()
    this.#ending.add(ended)
    void ended.then(() => {
      this.#ending.delete(ended)
      if (current) this.#queue.done(current.item, performance.now() - current.began)
      if (this.alive === 0) this.#options.onAlive?.(false)
      this.#makeReady()
      // By then its caller knows, and what waits besides can be turned away for the same reason.
      setImmediate(() => this.#dispatch())
    })
  }
}

/** Milliseconds of the processor that a thread has used. */
async function cpuTime({ worker }: Thread): Promise<number> {
  // A thread that has ended meanwhile does not answer.
  const used = await worker.cpuUsage().catch(() => ({ user: 0, system: 0 }))
  return (used.user + used.system) / 1000
}
