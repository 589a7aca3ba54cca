import { uptime } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'

/** More than the network and a busy machine explain, and less than any deadline of ours is worth. */
export const clockTolerance = 5_000
const compareEvery = 60_000
const shortestRest = 1_000

export interface ClockComparison {
  readonly at: Date
  /** By how many milliseconds this process's clock is ahead of the database's; negative where it is behind. */
  readonly aheadBy: number
  readonly agrees: boolean
}

/**
 * The database's clock is the one that counts: all processes of an installation share it. A process whose own clock
 * differs from it goes by the database's, deletes nothing and lets nothing expire.
 */
export interface DatabaseClock {
  /** The time of this process: by its own clock as long as that agrees, else by the database's. */
  now(): Date
  /** The latest comparison: at the start, then every minute and before each destructive job. */
  latest(): ClockComparison
  compare(): Promise<ClockComparison>
  /** The database's time as a clock for one job. Throws where our own clock differs. */
  forDestructiveJob(): Promise<() => Date>
  close(): void
}

export class ClockDiffers extends Error {
  override name = 'ClockDiffers'
}

interface Options {
  readonly pool: pg.Pool
  readonly now: () => Date
  readonly log: {
    error(details: object, message: string): void
    info(details: object, message: string): void
  }
}

export async function openDatabaseClock({ pool, now, log }: Options): Promise<DatabaseClock> {
  let latest: ClockComparison
  let answer: Answer
  let comparing: Promise<unknown> | undefined
  const compare = async (): Promise<ClockComparison> => {
    const asked = readCounters()
    const compared = await compareClocks(pool, now)
    answer = { at: compared.at.getTime(), asked, heard: readCounters() }
    const didAgree = latest?.agrees ?? true
    latest = compared
    const { aheadBy, agrees } = compared
    if (didAgree && !agrees)
      log.error(
        { aheadBy },
        'the clock of this process and the database’s differ: until they agree, this process goes by the database’s, deletes nothing and lets nothing expire. Set the time by NTP on both machines.',
      )
    if (!didAgree && agrees) log.info({ aheadBy }, 'the clock of this process and the database’s agree again')
    return compared
  }
  latest = await compare()
  const timer = setInterval(() => {
    // With the database away nothing destructive runs either.
    compare().catch(() => {})
  }, compareEvery)
  timer.unref()
  /** It was set since it was last compared, or differs anyway. */
  const compareSoon = () => {
    comparing ??= compare()
      .catch(() => {})
      .then(() => pause(shortestRest, undefined, { ref: false }))
      .finally(() => (comparing = undefined))
  }
  return {
    now: () => {
      const own = now()
      if (isNear(own, answer, 'running', performance.now())) return own
      compareSoon()
      // The other counter stops while the machine sleeps.
      const awake = uptime() * 1000
      return isNear(own, answer, 'up', awake) ? own : new Date(answer.at + awake - answer.heard.up)
    },
    latest: () => latest,
    compare,
    forDestructiveJob: async () => {
      const { at, aheadBy, agrees } = await compare()
      if (!agrees)
        throw new ClockDiffers(
          `The clock of this process differs from the database’s by ${Math.round(Math.abs(aheadBy) / 1000)} s.`,
        )
      const began = performance.now()
      return () => new Date(at.getTime() + performance.now() - began)
    },
    close: () => clearInterval(timer),
  }
}

/** Milliseconds that nobody sets. */
interface Counters {
  /** Of this process. */
  readonly running: number
  /** Of the machine, also while it sleeps. */
  readonly up: number
}
const readCounters = (): Counters => ({ running: performance.now(), up: uptime() * 1000 })

/** What the database said its time was, at some moment between these. */
interface Answer {
  readonly at: number
  readonly asked: Counters
  readonly heard: Counters
}

function isNear(own: Date, { at, asked, heard }: Answer, counter: keyof Counters, count: number): boolean {
  const earliest = at + count - heard[counter]
  const latest = at + count - asked[counter]
  return own.getTime() >= earliest - clockTolerance && own.getTime() <= latest + clockTolerance
}

/** The answer was written between asking and hearing it: within that time nobody can say what the difference is. */
export async function compareClocks(pool: pg.Pool, now: () => Date): Promise<ClockComparison> {
  const askedAt = now().getTime()
  const { rows } = await pool.query<{ at: Date }>('SELECT clock_timestamp() AS at')
  const heard = now().getTime()
  const at = rows[0]?.at
  if (!at) throw new Error('the database does not tell the time')
  const aheadBy = askedAt > at.getTime() ? askedAt - at.getTime() : Math.min(heard - at.getTime(), 0)
  return { at, aheadBy, agrees: Math.abs(aheadBy) <= clockTolerance }
}
