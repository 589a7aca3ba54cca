import type { QueryClient } from '@tanstack/react-query'
import { news } from '#web/lib/calls/live.ts'
import { subscribeToChanges } from './subscribe-to-changes.ts'

/** Several changes caused by one action are handled together. */
const together = 150
/** While changes keep coming, as from a bulk send, they are looked at ever less often. */
const longestPause = 2000

/** Keeps lists and requests that are being looked at as they are. Answers how to stop. */
export function followChanges(queries: QueryClient, subscribe = subscribeToChanges): () => void {
  let timer: number | undefined
  let pause = together
  const changed = new Set<string | null>()
  // The answers are waited for: another round would end their calls, and with a slow line none would ever arrive.
  const look = async () => {
    const keys = changed.has(null)
      ? [['signature-request']]
      : [...changed].map((id) => ['signature-request', id])
    changed.clear()
    news.set(news.get() + 1)
    await Promise.all(
      [['signature-requests'], ...keys].map((queryKey) => queries.invalidateQueries({ queryKey })),
    )
    pause = changed.size > 0 ? Math.min(pause * 2, longestPause) : together
    timer = changed.size > 0 ? window.setTimeout(() => void look(), pause) : undefined
  }
  const stop = subscribe((change) => {
    changed.add(change)
    timer ??= window.setTimeout(() => void look(), together)
  })
  return () => {
    stop()
    changed.clear()
    window.clearTimeout(timer)
  }
}
