import { lazy, Suspense } from 'react'
import type { Who } from '../holder.ts'

const Notice = lazy(async () => ({ default: (await import('./find-ending.tsx')).FindEnding }))

/** Loaded after the page it is on. */
export function LazyExpiryNotice({ who }: { who: Who }) {
  return (
    <Suspense>
      <Notice who={who} />
    </Suspense>
  )
}
