import pg from 'pg'
import type { Connection } from '#api/db/connect.ts'

interface Watcher {
  /** Resolves when all of these are finished, or after so many milliseconds. */
  all(ids: readonly string[], milliseconds: number): Promise<void>
  stop(): void
}

/** Hears from Postgres, whichever process sealed, that a signing came to its end. Watch before you start it. */
export interface FinishedSignings {
  watch(): Watcher
  close(): Promise<void>
}

export async function listenForFinishedSignings(
  connection: Connection,
  onError: (error: Error) => void,
): Promise<FinishedSignings> {
  const watchers = new Set<(id: string) => void>()
  let client: pg.Client | undefined
  let closed = false
  let retry: NodeJS.Timeout | undefined

  async function listen(): Promise<void> {
    const next = new pg.Client({ ...connection, keepAlive: true })
    // While it is away, whoever waits gets the answer OPEN and asks again: nothing is lost, only later.
    next.on('error', onError)
    next.on('end', () => {
      if (!closed) retry = setTimeout(() => void listen().catch(onError), 1000)
    })
    next.on('notification', ({ payload = '' }) => {
      for (const tell of watchers) tell(payload)
    })
    await next.connect()
    client = next
    // A connection that does not listen is worth nothing: its end begins another one.
    await next.query('LISTEN signing_finished').catch(async (error: unknown) => {
      await next.end()
      throw error
    })
  }
  await listen()

  return {
    watch: () => startWatching(watchers),
    close: async () => {
      closed = true
      clearTimeout(retry)
      await client?.end()
    },
  }
}

function startWatching(watchers: Set<(id: string) => void>): Watcher {
  const finished = new Set<string>()
  let changed = () => {}
  const tell = (id: string) => {
    finished.add(id)
    changed()
  }
  watchers.add(tell)
  return {
    all: (ids, milliseconds) =>
      new Promise((resolve) => {
        const timer = setTimeout(resolve, milliseconds)
        changed = () => {
          if (!ids.every((id) => finished.has(id))) return
          clearTimeout(timer)
          resolve()
        }
        changed()
      }),
    stop: () => watchers.delete(tell),
  }
}
