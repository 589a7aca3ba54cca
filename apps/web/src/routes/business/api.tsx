import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { Suspense, useId } from 'react'
import { apiUsersQuery } from '#web/features/api-users/api-user-calls.ts'
import { ApiUserList } from '#web/features/api-users/api-user-list.tsx'
import { HowToBegin } from '#web/features/api-users/how-to-begin.tsx'
import { RequestLog } from '#web/features/api-users/request-log.tsx'
import { useApiUserActions } from '#web/features/api-users/use-api-user-actions.tsx'
import { CallbackLog } from '#web/features/callbacks/callback-log.tsx'
import { CallbackTools } from '#web/features/callbacks/callback-tools.tsx'
import { AccountMenu } from '#web/features/session/account-menu.tsx'
import { useSearchParameters } from '#web/lib/browser/search-parameters.ts'
import { paths } from '#web/lib/paths.ts'
import { BusinessLayout } from '#web/ui/layout/business-layout.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/notices/empty-state.tsx'
import { ErrorState } from '#web/ui/notices/error-state.tsx'
import { usePageTitle } from '#web/ui/layout/page-title.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { tabId, Tabs } from '#web/ui/tabs.tsx'
import { later } from '#web/ui/later.tsx'

const EmbeddingSection = later(async () => ({
  default: (await import('#web/features/embedding/embedding-section.tsx')).EmbeddingSection,
}))

/** The API users of the business, and how programs use them. */
export function ApiUsersPage() {
  const { t } = useLingui()
  usePageTitle(t`API users`)
  const found = useQuery(apiUsersQuery)
  const actions = useApiUserActions()
  const panelId = useId()
  const tabs = [
    { value: 'users', label: t`API users` },
    { value: 'requests', label: t`Requests` },
    { value: 'callbacks', label: t`Callbacks` },
    { value: 'embedding', label: t`Embedding` },
  ] as const
  // The tab is in the address: it is the same one after a reload, and on the way back.
  const router = useRouter()
  const search = useSearchParameters()
  const tab = tabs.find(({ value }) => value === search.get('tab'))?.value ?? 'users'
  const open = (value: string) => router.history.push(`${paths.apiUsers()}?tab=${value}`)
  const isEmpty = found.data?.length === 0
  const newOne = (
    <Button icon="plus" onClick={actions.create}>
      <Trans>New API user</Trans>
    </Button>
  )
  return (
    <BusinessLayout
      current="api"
      title={<Trans>API users</Trans>}
      actions={<AccountMenu />}
      wide={tab === 'requests' || tab === 'callbacks'}
      primary={tab === 'users' && found.isSuccess && !isEmpty && newOne}
    >
      <p className="mb-5 max-w-prose text-ink-secondary">
        <Trans>
          API users let your software send documents for signature and access your data. Each has a key
          instead of a password and only the permissions you choose.
        </Trans>
      </p>
      <div className="mb-4 border-b border-line">
        <Tabs label={t`Developers`} value={tab} tabs={tabs} panelId={panelId} onChange={open} />
      </div>
      <div role="tabpanel" id={panelId} aria-labelledby={tabId(panelId, tab)}>
        {tab === 'embedding' ? (
          <Suspense fallback={<Skeleton className="h-64 rounded-sheet" />}>
            <EmbeddingSection />
          </Suspense>
        ) : found.isPending ? (
          <Skeleton className="h-40 rounded-sheet" />
        ) : found.isError ? (
          <ErrorState failure={found.error} onRetry={() => void found.refetch()} />
        ) : isEmpty ? (
          <EmptyState title={<Trans>No API users yet</Trans>} action={newOne}>
            <Trans>Create one API user per program so you can revoke access individually.</Trans>
          </EmptyState>
        ) : tab === 'users' ? (
          <ApiUserList apiUsers={found.data} actions={actions} />
        ) : tab === 'requests' ? (
          <RequestLog apiUsers={found.data} />
        ) : (
          <>
            <CallbackLog apiUsers={found.data} />
            <CallbackTools apiUsers={found.data} />
          </>
        )}
        {tab === 'users' && <HowToBegin username={found.data?.[0]?.username} />}
      </div>
    </BusinessLayout>
  )
}
