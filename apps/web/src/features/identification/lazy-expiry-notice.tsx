import { lazy, Suspense } from 'react'
import type { Who } from './who.ts'

const Notice = lazy(async () => {
  const [{ ExpiryNotice }, { loadWords }] = await Promise.all([
    import('./expiry-notice.tsx'),
    import('./words.ts'),
  ])
  await loadWords()
  return { default: ExpiryNotice }
})

/** Loaded after the page it stands on, with its words. */
export function LazyExpiryNotice({ who }: { who: Who }) {
  return (
    <Suspense>
      <Notice who={who} />
    </Suspense>
  )
}
