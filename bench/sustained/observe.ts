import pg from 'pg'
import type { Product } from '../../apps/api/src/testing/product.ts'
import { connectionOf } from '../rows/list-data.ts'
import { type ByKind, findProcesses, memoryOf, processorTime } from '../processes.ts'

/** What was seen once a second. */
export interface Sample {
  /** Seconds since the clock started. */
  readonly at: number
  /** Megabytes. */
  readonly product: number
  readonly withDatabase: number
  readonly waitingJobs: number
}

export interface Observation {
  readonly samples: readonly Sample[]
  /** Milliseconds of the processor. */
  readonly processor: ByKind
  readonly transactions: number
}

/** To look at the memory of every connection takes some milliseconds. */
const secondsBetweenDatabaseLooks = 5

export interface Observer {
  waitingJobs(): Promise<number>
  start(): Promise<() => Promise<Observation>>
  close(): Promise<void>
}

export async function openObserver(product: Product): Promise<Observer> {
  const client = new pg.Client(connectionOf(product.data))
  await client.connect()
  const number = async (sql: string) => {
    const { rows } = await client.query<{ number: string }>(sql)
    return Number(rows[0]?.number)
  }
  const waitingJobs = () => number(waitingSql)
  return {
    waitingJobs,
    close: () => client.end(),
    start: async () => {
      const before = {
        processor: processorTime(findProcesses(product)),
        transactions: await number(transactionsSql),
      }
      const samples: Sample[] = []
      const began = performance.now()
      let database = 0
      const look = async () => {
        const processes = findProcesses(product)
        if (samples.length % secondsBetweenDatabaseLooks === 0) database = memoryOf(processes, ['database'])
        const own = memoryOf(processes, ['product'])
        const at = (performance.now() - began) / 1000
        samples.push({ at, product: own, withDatabase: own + database, waitingJobs: await waitingJobs() })
      }
      const stopped = new AbortController()
      const looking = everySecond(look, stopped.signal)
      return async () => {
        stopped.abort()
        await looking
        const after = processorTime(findProcesses(product))
        return {
          samples,
          processor: {
            product: after.product - before.processor.product,
            database: after.database - before.processor.database,
            sandbox: after.sandbox - before.processor.sandbox,
          },
          transactions: (await number(transactionsSql)) - before.transactions,
        }
      }
    },
  }
}

async function everySecond(work: () => Promise<void>, signal: AbortSignal): Promise<void> {
  for (let due = performance.now(); !signal.aborted; due += 1000) {
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, due - performance.now())))
    if (!signal.aborted) await work()
  }
}

const waitingSql = `SELECT count(*) AS number FROM graphile_worker._private_jobs
  WHERE locked_at IS NULL AND run_at <= now() AND attempts < max_attempts`
const transactionsSql = `SELECT xact_commit AS number FROM pg_stat_database WHERE datname = current_database()`
