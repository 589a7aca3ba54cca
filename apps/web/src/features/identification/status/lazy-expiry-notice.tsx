import { lazy, Suspense } from 'react'
import type { Holder } from '../holder.ts'

const Notice = lazy(async () => ({ default: (await import('./find-ending.tsx')).FindEnding }))

/** Loaded after the page it is on. */
export function LazyExpiryNotice({ holder }: { holder: Holder }) {
  return (
    <Suspense>
      <Notice holder={holder} />
    </Suspense>
  )
}
