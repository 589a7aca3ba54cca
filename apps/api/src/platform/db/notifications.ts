import pg from 'pg'
import { actAsApplication, applicationClient, type Connection } from './connect.ts'

export interface Notifications {
  /** Tells of each notification of a channel. Answers how to stop it. */
  hear(channel: string, tell: (payload: string) => void): () => void
  /** Tells when the connection was away for a while and is there again: what came in between nobody heard. */
  onGap(tell: () => void): () => void
  close(): Promise<void>
}

/** Listens to Postgres on one connection for the whole process; begins again when it breaks. */
export async function listenForNotifications(
  connection: Connection,
  channels: readonly string[],
  onError: (error: Error) => void,
  /** What the connection needs besides, each time that it begins. */
  begin: (client: pg.Client) => Promise<void> = async () => {},
): Promise<Notifications> {
  const ears = new Set<{ channel: string; tell: (payload: string) => void }>()
  const gaps = new Set<() => void>()
  let client: pg.Client | undefined
  let closed = false
  let retry: NodeJS.Timeout | undefined

  async function listen(): Promise<void> {
    const next = applicationClient(connection)
    next.on('error', onError)
    next.on('end', () => {
      if (!closed) retry = setTimeout(() => void again(), 1000)
    })
    next.on('notification', ({ channel, payload = '' }) => {
      for (const ear of ears) if (ear.channel === channel) ear.tell(payload)
    })
    await next.connect()
    // A connection that does not listen is worth nothing: its end begins another one.
    const listening = channels.map((channel) => `LISTEN ${pg.escapeIdentifier(channel)}`).join('; ')
    try {
      await actAsApplication(next)
      client = next
      await next.query(listening)
      await begin(next)
    } catch (error) {
      await next.end()
      throw error
    }
  }
  async function again(): Promise<void> {
    try {
      await listen()
      for (const tell of gaps) tell()
    } catch (error) {
      onError(error as Error)
    }
  }
  await listen().catch((error: unknown) => {
    closed = true
    clearTimeout(retry)
    throw error
  })

  return {
    hear: (channel, tell) => {
      const ear = { channel, tell }
      ears.add(ear)
      return () => void ears.delete(ear)
    },
    onGap: (tell) => {
      gaps.add(tell)
      return () => void gaps.delete(tell)
    },
    close: async () => {
      closed = true
      clearTimeout(retry)
      await client?.end()
    },
  }
}
