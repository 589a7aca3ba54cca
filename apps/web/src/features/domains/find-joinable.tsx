import { useQuery } from '@tanstack/react-query'
import { type ComponentType, Suspense } from 'react'
import { useFocusOnPart } from '#web/ui/layout/use-focus-on-part.ts'
import { type JoinableBusiness, joinableQuery } from './joinable.ts'

/** Most people have no business to join: the offer and its words are loaded for those who do. */
export function FindJoinable({
  offer: Offer,
}: {
  offer: ComponentType<{ readonly joinable: readonly JoinableBusiness[] }>
}) {
  const { data = [] } = useQuery(joinableQuery)
  useFocusOnPart(data.length > 0 || undefined)
  if (data.length === 0) return null
  return (
    <Suspense>
      <Offer joinable={data} />
    </Suspense>
  )
}
