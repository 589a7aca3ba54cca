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
  const pools: ThreadPool[] = []
  const pool = (name: string, options: PoolOptions): ThreadPool => {
    const opened = new ThreadPool({ ...usual, name, ...options })
    pools.push(opened)
    return opened
  }
  const quick = { render: pool('render', shared(busy)), inspect: pool('inspect', shared(busy)) }
  // What one task takes there, the threads that nobody needs at the moment give up meanwhile.
  const onAlive = (isAlive: boolean) => Object.values(quick).forEach((one) => one.makeRoom(isAlive))
  const slow = pool('slow', {
    ...oneThread,
    webAssemblyLimit: 84,
    fileOnTop: true,
    niceness: 15,
    idleLimit: 3000,
    onAlive,
  })
  const signSlow = pool('sign-slow', { ...oneThread, waitLimit: 120_000, idleLimit: 10_000 })
  // What callers' files take says nothing of their signatures.
  const files = new TrackRecord()
  const signatures = new TrackRecord()
  return {
    sign: openLane({
      quick: pool('sign', { ...shared(busy + 1), ready: 1, waitLimit: 120_000, niceness: 0 }),
      slow: signSlow,
      quickLimit: 5000,
      record: signatures,
    }),
    password: pool('password', { ...oneThread, niceness: 0, idleLimit: 60_000 }),
    inspect: openLane({ quick: quick.inspect, slow, quickLimit: 1000, record: files }),
    render: openLane({ quick: quick.render, slow, quickLimit: 1000, record: files }),
    close: async () => {
      await Promise.all(pools.map((one) => one.close()))
    },
  }
}

/** One thread more than any caller gets, so that one is free for the next; the system shares the cores out. */
function shared(wanted: number) {
  const threads = Math.max(2, wanted)
  return {
    threads,
    ready: 2,
    anonymousRunning: threads - 1,
    shareOf: ({ anonymous }: Caller): Share => ({ running: threads - 1, waiting: anonymous ? 32 : 64 }),
    idleLimit: 30_000,
  }
}

type PoolOptions = Omit<ThreadPoolOptions, 'name' | keyof typeof usual> & Partial<ThreadPoolOptions>

const usual = {
  queueLimit: 512,
  waitLimit: 30_000,
  memoryLimit: 1536,
  webAssemblyLimit: 64,
  niceness: 5,
  idleLimit: 300_000,
}

const oneThread = {
  threads: 1,
  ready: 1,
  anonymousRunning: 1,
  shareOf: ({ anonymous }: Caller): Share => ({ running: 1, waiting: anonymous ? 32 : 64 }),
}
