import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { endingOf } from './ending.ts'
import { identificationsQuery } from '../queries.ts'
import type { Holder } from '../holder.ts'
import { later } from '#web/ui/later.tsx'

const Notice = later(async () => {
  const [{ ExpiryNotice }, { loadWords }] = await Promise.all([
    import('./expiry-notice.tsx'),
    import('../words.ts'),
  ])
  await loadWords()
  return { default: ExpiryNotice }
})

/** An identity verification that expires soon, or has: the notice and its words are loaded where there is one. */
export function FindEnding({ holder }: { holder: Holder }) {
  const { data = [] } = useQuery(identificationsQuery(holder))
  const ending = endingOf(data)
  if (!ending) return null
  return (
    <Suspense>
      <Notice holder={holder} ending={ending} />
    </Suspense>
  )
}
