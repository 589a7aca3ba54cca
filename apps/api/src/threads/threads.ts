import { availableParallelism } from 'node:os'
import { ThreadPool } from './thread-pool.ts'

/** Everything heavy runs here: page images and texts in `render`, reading uploads and signing in `engine`. */
export interface Threads {
  readonly render: ThreadPool
  readonly engine: ThreadPool
  close(): Promise<void>
}

export interface ThreadsOptions {
  readonly renderThreads?: number
  readonly engineThreads?: number
}

/** No thread is started before there is work for it, and one without work for a while is ended. */
export function createThreads(options: ThreadsOptions = {}): Threads {
  const cores = availableParallelism()
  const render = new ThreadPool({
    name: 'render',
    threads: options.renderThreads ?? Math.max(1, Math.min(4, cores)),
    queueLimit: 64,
    memoryLimit: 1024,
    idleLimit: 30_000,
  })
  const engine = new ThreadPool({
    name: 'engine',
    threads: options.engineThreads ?? Math.max(1, Math.min(4, cores)),
    queueLimit: 64,
    memoryLimit: 1536,
    idleLimit: 300_000,
  })
  return {
    render,
    engine,
    close: async () => {
      await Promise.all([render.close(), engine.close()])
    },
  }
}
