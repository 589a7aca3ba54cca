import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { requestQuery } from '#web/features/signing/request-queries.ts'
import { AccountMenu } from '#web/features/session/account-menu.tsx'
import { SentSummary } from '#web/features/signing/sent-summary.tsx'
import { ErrorState } from '#web/ui/notices/error-state.tsx'
import { MessageLayout } from '#web/ui/layout/app-layout.tsx'
import { usePageTitle } from '#web/ui/layout/page-title.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'

export function SuccessPage() {
  const { id = '' } = useParams({ strict: false })
  const request = useQuery(requestQuery(id))
  usePageTitle(request.data?.title ?? '')
  return (
    <MessageLayout actions={<AccountMenu />}>
      {request.data && <SentSummary request={request.data} />}
      {request.isError && (
        <>
          <h1 className="sr-only">
            <Trans>This can’t be displayed</Trans>
          </h1>
          <ErrorState failure={request.error} onRetry={() => void request.refetch()} />
        </>
      )}
      {request.isPending && <Skeleton className="h-64" />}
    </MessageLayout>
  )
}
