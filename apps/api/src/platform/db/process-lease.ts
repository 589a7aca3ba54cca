import { randomInt } from 'node:crypto'
import type pg from 'pg'
import { actAsApplication } from './connect.ts'

// The first half of the advisory lock's key; the second is the holder's number. jobs/leases.ts has a class of its own.
export const lockClass = 7464
const reconnectEvery = 100

/**
 * Says which rows belong to a living process. The process holds an advisory lock on a number and writes that number into
 * its rows. Postgres releases the lock when the process dies or loses its connection; a new connection takes a new number,
 * and what the process still works on is moved to it. So a number that was released once is never held again.
 */
export interface ProcessLease {
  /** Takes up `claim` and returns the number to write into its row. */
  begin(claim: string): Promise<number>
  end(claim: string): void
  /** Whether this very process has ended this claim: then nobody works on it, whatever its row says. */
  hasEnded(claim: string, holder: number): boolean
  close(): Promise<void>
}

export interface LeaseOptions {
  connect(): pg.Client
  /** Writes the new number into the rows of these claims. */
  move(client: pg.Client, claims: readonly string[], holder: number): Promise<unknown>
  onError(error: Error): void
}

/** Connects with the first claim: a process that never claims anything needs no connection. */
export function openProcessLease({ connect, move, onError }: LeaseOptions): ProcessLease {
  const running = new Set<string>()
  const numbers = new Set<number>()
  let session: Promise<{ client: pg.Client; holder: number }> | undefined
  let timer: NodeJS.Timeout | undefined
  let isClosed = false

  async function open(): Promise<{ client: pg.Client; holder: number }> {
    const client = connect()
    client.on('error', onError)
    client.on('end', lose)
    try {
      await client.connect()
      await actAsApplication(client)
      const holder = await takeNumber(client)
      numbers.add(holder)
      if (running.size > 0) await move(client, [...running], holder)
      return { client, holder }
    } catch (error) {
      await client.end().catch(() => {})
      throw error
    }
  }
  function lose(): void {
    session = undefined
    // Calls that outlive the connection must not look dead for longer than others wait to find out.
    if (!isClosed && running.size > 0) timer ??= setTimeout(reopen, reconnectEvery)
  }
  function reopen(): void {
    timer = undefined
    if (!isClosed && running.size > 0) current().catch(onError)
  }
  function current() {
    session ??= open().catch((error: unknown) => {
      lose()
      throw error
    })
    return session
  }

  return {
    begin: async (claim) => {
      running.add(claim)
      try {
        return (await current()).holder
      } catch (error) {
        running.delete(claim)
        throw error
      }
    },
    end: (claim) => void running.delete(claim),
    hasEnded: (claim, holder) => numbers.has(holder) && !running.has(claim),
    close: async () => {
      isClosed = true
      clearTimeout(timer)
      const last = await session?.catch(() => undefined)
      await last?.client.end()
    },
  }
}

/** SQL for a session that holds a lease: the server finds out within seconds, not hours, that its client's machine or network is gone. */
export const endWithClient =
  'SET tcp_keepalives_idle = 5; SET tcp_keepalives_interval = 2; SET tcp_keepalives_count = 3'

/** A free number. */
async function takeNumber(client: pg.Client): Promise<number> {
  await client.query(endWithClient)
  for (;;) {
    const number = randomInt(1, 2 ** 31)
    const { rows } = await client.query<{ taken: boolean }>('SELECT pg_try_advisory_lock($1, $2) AS taken', [
      lockClass,
      number,
    ])
    if (rows[0]?.taken) return number
  }
}

/** SQL: is the number in `column` held by a living process? */
export function isHeld(column: string): string {
  return `EXISTS (SELECT FROM pg_locks WHERE locktype = 'advisory' AND granted AND objsubid = 2
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
    AND classid = ${lockClass} AND objid = ${column}::oid)`
}
