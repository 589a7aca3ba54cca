import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { paths } from '#web/lib/paths.ts'
import { ErrorState } from '#web/ui/notices/error-state.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { qualitiesQuery } from './qualities-query.ts'
import type { Qualities } from './qualities.ts'
import { TextLink } from '#web/ui/text-link.tsx'

/** What one can sign with: while it comes, where it does not come, and when it is there. */
export function WithQualities({ children }: { children: (qualities: Qualities) => ReactNode }) {
  const { data, error, refetch } = useQuery(qualitiesQuery)
  if (data) return children(data)
  if (error) return <ErrorState failure={error} onRetry={() => void refetch()} />
  return (
    <div className="flex flex-col gap-4" aria-busy="true">
      <Skeleton className="h-24" />
      <Skeleton className="h-40" />
      <Skeleton className="h-40" />
    </div>
  )
}

export function BackToQualities() {
  return (
    <div className="mt-6">
      <TextLink to={paths.qualities()}>
        <Icon name="chevronLeft" size={16} />
        <Trans>All signature levels</Trans>
      </TextLink>
    </div>
  )
}
