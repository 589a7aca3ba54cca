import { Suspense } from 'react'
import { later } from '#web/ui/later.tsx'

const Find = later(
  async () => ({
    default: (await import('#web/features/domains/find-joinable.tsx')).FindJoinable,
  }),
  'nothing',
)

const Offer = later(async () => {
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
