import { Suspense } from 'react'
import type { Holder } from '../holder.ts'
import { later } from '#web/ui/later.tsx'

const Notice = later(async () => ({ default: (await import('./find-ending.tsx')).FindEnding }), 'nothing')

/** Loaded after the page it is on. */
export function LazyExpiryNotice({ holder }: { holder: Holder }) {
  return (
    <Suspense>
      <Notice holder={holder} />
    </Suspense>
  )
}
