import { Suspense, type ComponentProps } from 'react'
import { loadCatalogs } from '#web/lib/language/i18n.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import type { RequestDetails as Details } from './request-details.tsx'
import { later } from '#web/ui/later.tsx'

export const loadRequestDetails = async () => {
  const [{ RequestDetails: component }] = await Promise.all([
    import('./request-details.tsx'),
    loadCatalogs('signing'),
  ])
  return { default: component }
}
const RequestDetails = later(loadRequestDetails)

/** Who signs and what has happened, with its words: the document is there first. */
export function LazyRequestDetails(props: ComponentProps<typeof Details>) {
  return (
    <Suspense fallback={<Skeleton className="h-40" />}>
      <RequestDetails {...props} />
    </Suspense>
  )
}
