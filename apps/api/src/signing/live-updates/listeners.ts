import { once } from 'node:events'
import { Readable } from 'node:stream'
import type { Notifications } from '#api/platform/db/notifications.ts'
import { keepChanges } from './recent-changes.ts'

// Who listens in this process, by account. What happens anywhere reaches each process through Postgres.

/** Tabs and devices of one account that listen to one process. The web app opens one for all of a browser's tabs. */
const streamsAtMost = 20
/** Anyone who does not read what they are sent is let go of, and may come again. */
const unreadAtMost = 64 * 1024

export interface Listeners {
  /** What changes for this account, as server-sent events; null where it listens too often already. */
  open(accountId: string): Readable | null
  /** Ends all of them, and by force those that do not take notice. */
  close(): Promise<void>
}

export function openListeners(notifications: Notifications): Listeners {
  const streams = new Map<string, Set<Readable>>()
  const history = keepChanges()
  const stopHearing = notifications.hear('request_access_changed', (payload) => {
    const [accountId = '', requestId = ''] = payload.split(' ')
    history.add(accountId, requestId)
    for (const stream of streams.get(accountId) ?? []) say(stream, event('change', { requestId }))
  })
  const stopGaps = notifications.onGap(() => {
    history.forget()
    for (const stream of all()) say(stream, event('missed', {}))
  })
  const all = () => [...streams.values()].flatMap((own) => [...own])

  return {
    open(accountId) {
      const own = streams.get(accountId) ?? new Set()
      if (own.size >= streamsAtMost) return null
      const stream = new Readable({ read() {} })
      streams.set(accountId, own.add(stream))
      stream.once('close', () => {
        own.delete(stream)
        if (own.size === 0 && streams.get(accountId) === own) streams.delete(accountId)
      })
      say(stream, 'retry: 3000\n\n')
      say(stream, event('recent', history.of(accountId)))
      return stream
    },
    async close() {
      stopHearing()
      stopGaps()
      await Promise.all(all().map(end))
    },
  }
}

/** A line that says nothing: proxies keep a connection open on which something is said. */
export function sayNothing(stream: Readable): void {
  say(stream, ': here\n\n')
}

async function end(stream: Readable): Promise<void> {
  const closed = once(stream, 'close')
  stream.push(null)
  const force = setTimeout(() => stream.destroy(), 500)
  await closed
  clearTimeout(force)
}

function event(name: string, data: object): string {
  return `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`
}

function say(stream: Readable, text: string): void {
  if (stream.destroyed || stream.readableEnded) return
  if (stream.readableLength > unreadAtMost) stream.destroy()
  else stream.push(text)
}
