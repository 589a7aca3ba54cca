import { lazy, Suspense } from 'react'

const Find = lazy(async () => ({
  default: (await import('#web/features/domains/find-joinable.tsx')).FindJoinable,
}))

const Offer = lazy(async () => {
  const [{ JoinOffer }, { loadMemberWords }] = await Promise.all([
    import('#web/features/domains/join-offer.tsx'),
    import('./member-words.ts'),
  ])
  await loadMemberWords()
  return { default: JoinOffer }
})

/** Loaded after the page it is on. */
export function LazyJoinOffer() {
  return (
    <Suspense>
      <Find offer={Offer} />
    </Suspense>
  )
}
