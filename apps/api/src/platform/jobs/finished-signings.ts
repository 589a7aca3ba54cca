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
}

export function subscribeToFinishedSignings(notifications: Notifications): FinishedSignings {
  return { watch: () => startWatching(notifications) }
}

function startWatching(notifications: Notifications): Watcher {
  const finished = new Set<string>()
  let changed = () => {}
  const stop = notifications.hear('signing_finished', (id) => {
    finished.add(id)
    changed()
  })
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
