import type { QueryClient } from '@tanstack/react-query'
import { news } from '#web/lib/calls/live.ts'
import { subscribeToChanges } from './subscribe-to-changes.ts'

/** Several changes caused by one action are handled together. */
const together = 150

/** Keeps lists and requests that are being looked at as they are. Answers how to stop. */
export function followChanges(queries: QueryClient): () => void {
  let timer: number | undefined
  const changed = new Set<string | null>()
  const look = () => {
    timer = undefined
    void queries.invalidateQueries({ queryKey: ['signature-requests'] })
    if (changed.has(null)) void queries.invalidateQueries({ queryKey: ['signature-request'] })
    else for (const id of changed) void queries.invalidateQueries({ queryKey: ['signature-request', id] })
    changed.clear()
    news.set(news.get() + 1)
  }
  const stop = subscribeToChanges((change) => {
    changed.add(change)
    timer ??= window.setTimeout(look, together)
  })
  return () => {
    window.clearTimeout(timer)
    stop()
  }
}
