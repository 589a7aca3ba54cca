import { lazy, Suspense } from 'react'

const Offer = lazy(async () => {
  const [{ JoinOffer }, { loadBusinessWords }, { loadWords }] = await Promise.all([
    import('#web/features/domains/join-offer.tsx'),
    import('#web/features/businesses/words.ts'),
    // What may go wrong stands with the seals' words.
    import('#web/features/seals/words.ts'),
  ])
  await Promise.all([loadBusinessWords(), loadWords()])
  return { default: JoinOffer }
})

/** Loaded after the page it stands on, with its words. */
export function LazyJoinOffer() {
  return (
    <Suspense>
      <Offer />
    </Suspense>
  )
}
