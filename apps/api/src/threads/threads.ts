import { availableParallelism } from 'node:os'
import type { Caller } from './caller.ts'
import type { Share } from './fair-queue.ts'
import { openLane } from './lane.ts'
import type { Runner } from './task.ts'
import { ThreadPool, type ThreadPoolOptions } from './thread-pool.ts'
import { TrackRecord } from './track-record.ts'

/**
 * Everything heavy runs here. What a person waits for never shares a queue with what takes its time, and in each queue
 * callers take turns (`fair-queue.ts`).
 */
export interface Threads {
  /** Signing: what goes into a PDF as it is signed, and our own check of it. */
  readonly sign: Runner
  /** How hard a password is to guess. */
  readonly password: Runner
  /** Files are read: uploads, validations, archives. */
  readonly inspect: Runner
  /** Page images and texts, pictures, and PDFs of our own making. */
  readonly render: Runner
  close(): Promise<void>
}

export interface ThreadsOptions {
  /** How many cores there are to share. */
  readonly cores?: number
}

/** No thread is started before there is work for it, and one without work for a while is ended. */
export function createThreads({ cores = availableParallelism() }: ThreadsOptions = {}): Threads {
  const busy = Math.max(1, Math.min(4, cores))
  const record = new TrackRecord()
  const pools: ThreadPool[] = []
  const pool = (name: string, options: PoolOptions): ThreadPool => {
    const opened = new ThreadPool({ ...usual, name, ...options })
    pools.push(opened)
    return opened
  }
  // One thread more than any caller gets, so that one is free for the next; the system shares the cores out.
  const shared = {
    threads: busy + 1,
    anonymousRunning: busy,
    startsOwn: ({ key }: Caller) => record.isHeavy(key),
    shareOf: (caller: Caller): Share => ({
      running: record.isHeavy(caller.key) ? 1 : busy,
      waiting: caller.anonymous ? 32 : 64,
    }),
  }
  const slow = pool('slow', { ...oneThread, webAssemblyLimit: 212, niceness: 10, idleLimit: 10_000 })
  const lane = (quick: Runner, quickLimit: number, then: Runner = slow) =>
    openLane({ quick, slow: then, quickLimit, record })
  return {
    sign: lane(
      pool('sign', { ...shared, waitLimit: 120_000, niceness: 0 }),
      5000,
      pool('sign-slow', { ...oneThread, waitLimit: 120_000, idleLimit: 10_000 }),
    ),
    password: pool('password', { ...oneThread, niceness: 0, idleLimit: 60_000 }),
    inspect: lane(pool('inspect', { ...shared, idleLimit: 60_000 }), 1000),
    render: lane(pool('render', { ...shared, idleLimit: 30_000 }), 1000),
    close: async () => {
      await Promise.all(pools.map((one) => one.close()))
    },
  }
}

type PoolOptions = Omit<ThreadPoolOptions, 'name' | keyof typeof usual> & Partial<ThreadPoolOptions>

const usual = {
  queueLimit: 512,
  waitLimit: 30_000,
  memoryLimit: 1536,
  webAssemblyLimit: 80,
  niceness: 5,
  idleLimit: 300_000,
}

const oneThread = {
  threads: 1,
  anonymousRunning: 1,
  shareOf: ({ anonymous }: Caller): Share => ({ running: 1, waiting: anonymous ? 32 : 64 }),
}
