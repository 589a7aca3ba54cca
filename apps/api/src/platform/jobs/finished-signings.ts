import { EventEmitter } from 'node:events'
import type { Notifications } from '#api/platform/db/notifications.ts'

interface Watcher {
  /** Resolves when all of these are finished, or after so many milliseconds. */
  all(ids: readonly string[], milliseconds: number): Promise<void>
  stop(): void
}

/**
 * Hears from Postgres, whichever process sealed, that a signing came to its end. Watch before you start it. While the
 * database is away, anyone who waits gets the answer OPEN and asks again: nothing is lost, only later.
 */
export interface FinishedSignings {
  watch(): Watcher
  /** What this process has committed, for those who wait in it: sooner than the database's word. */
  tell(id: string): void
}

export function subscribeToFinishedSignings(notifications: Notifications): FinishedSignings {
  const here = new EventEmitter().setMaxListeners(0)
  return {
    watch: () => startWatching(notifications, here),
    tell: (id) => void here.emit('finished', id),
  }
}

function startWatching(notifications: Notifications, here: EventEmitter): Watcher {
  const finished = new Set<string>()
  let changed = () => {}
  const hear = (id: string) => {
    finished.add(id)
    changed()
  }
  const stopHearing = notifications.hear('signing_finished', hear)
  here.on('finished', hear)
  const stop = () => {
    stopHearing()
    here.off('finished', hear)
  }
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
    stop,
  }
}
