import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { channelOf } from './announce.ts'
import type { JobClassName } from './job-classes.ts'
import { isDatabaseAway } from '#api/platform/db/database-away.ts'

const shortestPause = 50
const longestPause = 1000

export interface ReconnectingPool {
  /** What the job queue is given as its pool, for the workers of one class. */
  forClass(name: JobClassName): pg.Pool
  /** From then on a statement that cannot be carried out fails: anyone who stops doesn't wait for a database that is away. */
  giveUpAfter(milliseconds: number): void
}

/**
 * A pool for graphile-worker, whose statements wait for a database that restarts. Without it the queue's own upkeep
 * ("this job is done", "this job failed"), for whose end the library doesn't wait, would fail with nobody to catch it and
 * end the process. Each such statement names its job and its owner, so that carrying it out twice changes nothing.
 */
export function reconnecting(pool: pg.Pool): ReconnectingPool {
  let until = Infinity
  const mayTryAgain = (error: unknown) => isDatabaseAway(error) && Date.now() < until && !pool.ending

  async function patiently<Result>(work: () => Promise<Result>): Promise<Result> {
    for (let wait = shortestPause; ; wait = Math.min(wait * 2, longestPause)) {
      try {
        return await work()
      } catch (error) {
        if (!mayTryAgain(error)) throw error
        await pause(wait)
      }
    }
  }

  /** A client whose single statements move to another connection when theirs is lost; transactions do not. */
  async function connectPatiently(): Promise<pg.PoolClient> {
    let client: pg.PoolClient | undefined = await patiently(() => pool.connect())
    const query = async (...given: readonly unknown[]) => {
      // The statements of its upkeep have names; those of its migrations, which are transactions, have none.
      const isSingle = typeof (given[0] as pg.QueryConfig | undefined)?.name === 'string'
      for (let wait = shortestPause; ; wait = Math.min(wait * 2, longestPause)) {
        const held = (client ??= await patiently(() => pool.connect()))
        try {
          return await (held.query as (...args: readonly unknown[]) => Promise<unknown>)(...given)
        } catch (error) {
          if (!isSingle || !mayTryAgain(error)) throw error
          held.release(true)
          client = undefined
          await pause(wait)
        }
      }
    }
    // Where the database didn't come back in time there is nothing to give back.
    const facade = { query, release: (error?: Error | boolean) => client?.release(error) }
    return facade as unknown as pg.PoolClient
  }

  const forClass = (jobClass: JobClassName) => {
    const connect = (callback?: Parameters<pg.Pool['connect']>[0]) =>
      // The queue listens on a connection of this kind and reconnects automatically.
      callback
        ? pool.connect((error, client, done) => callback(error, client && hearing(client, jobClass), done))
        : connectPatiently()
    return overriding(pool, { connect })
  }
  return { forClass, giveUpAfter: (milliseconds) => void (until = Date.now() + milliseconds) }
}

/** The same object, with some of its methods in another way. */
function overriding<Target extends object>(target: Target, own: Readonly<Record<string, unknown>>): Target {
  return new Proxy(target, {
    get: (_, name) => {
      if (typeof name === 'string' && name in own) return own[name]
      const value: unknown = Reflect.get(target, name, target)
      return typeof value === 'function' ? (value.bind(target) as unknown) : value
    },
  })
}

type Listener = (...args: never[]) => unknown
type Notified = (message: pg.Notification) => void

/** The library's listening connection, as it hears of the jobs of one class only. */
function hearing(client: pg.PoolClient, jobClass: JobClassName): pg.PoolClient {
  const channel = channelOf(jobClass)
  const translated = new Map<Listener, Notified>()
  const on = (event: string, listener: Listener) => {
    if (event !== 'notification') return client.on(event as 'error', listener as (error: Error) => void)
    const hear: Notified = (message) =>
      (listener as Notified)(message.channel === channel ? { ...message, channel: 'jobs:insert' } : message)
    translated.set(listener, hear)
    return client.on('notification', hear)
  }
  const removeListener = (event: string, listener: Listener) =>
    client.removeListener(event, (translated.get(listener) ?? listener) as Notified)
  const query = (text: unknown, ...rest: readonly unknown[]) =>
    (client.query as (...args: readonly unknown[]) => unknown)(
      typeof text === 'string' ? text.replaceAll('"jobs:insert"', `"${channel}"`) : text,
      ...rest,
    )
  return overriding(client, { on, removeListener, query })
}
