import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState, type ReactNode } from 'react'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/notices/empty-state.tsx'
import { ErrorNotice } from '#web/ui/notices/error-notice.tsx'
import { ErrorState } from '#web/ui/notices/error-state.tsx'
import { Pagination } from '#web/ui/lists/pagination.tsx'
import { useExistingPage } from '#web/ui/lists/use-existing-page.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { groupsQuery } from './group-calls.ts'
import { GroupList } from './group-list.tsx'
import { useGroupActions } from './use-group-actions.ts'

const typingPause = 250
const membersAtMost = 50
const limitId = 'signer-groups-limit'

/** The groups one asks to sign, of whom one signs for all; the frame around them is the page's. */
export function GroupScreen({ frame }: { frame: (primary: ReactNode, content: ReactNode) => ReactNode }) {
  const [wanted, setWanted] = useState({ page: 1, search: '' })
  const found = useQuery(groupsQuery(wanted))
  // How many there are in all, also while a search shows some of them.
  const all = useQuery(groupsQuery({ page: 1, search: '' })).data
  const actions = useGroupActions(found.data?.limits.maxParticipants ?? membersAtMost)
  const total = found.data?.total_items ?? 0
  const most = all?.limits.maxGroups ?? 0
  const isFull = all !== undefined && all.total_items >= most
  // What a search found is there until the answer: that it is nothing says nothing of all there are.
  const isEmpty = found.isSuccess && !found.isPlaceholderData && total === 0 && wanted.search === ''
  const isNone = found.isSuccess && total === 0
  const { page } = wanted
  const pages = found.data?.total_pages ?? 1
  // The last one of a page was deleted.
  useExistingPage(found, page, (last) => setWanted({ ...wanted, page: last }))

  const primary = !isEmpty && (
    <Button
      icon="plus"
      disabled={isFull}
      aria-describedby={isFull ? limitId : undefined}
      onClick={actions.create}
    >
      <Trans>New group</Trans>
    </Button>
  )
  return frame(
    primary,
    <>
      <p className="mb-5 max-w-prose text-ink-secondary">
        <Trans>Every member of a group gets an email. The first to sign signs for everyone.</Trans>
      </p>
      {isFull && (
        <p id={limitId} className="mb-5 max-w-prose">
          <Plural
            value={most}
            one="You can have up to # group. Delete one to create another."
            other="You can have up to # groups. Delete one to create another."
          />
        </p>
      )}
      {actions.failure !== null && (
        <div className="mb-4">
          <ErrorNotice failure={actions.failure} />
        </div>
      )}
      {isEmpty ? (
        <EmptyState
          title={<Trans>No signer groups yet</Trans>}
          action={
            <Button size="lg" icon="plus" onClick={actions.create}>
              <Trans>Create signer group</Trans>
            </Button>
          }
        >
          <Trans>Create one for your board, your legal team or anyone who may sign for each other.</Trans>
        </EmptyState>
      ) : (
        <div className="flex flex-col gap-4">
          <GroupSearch onSearch={(search) => setWanted({ page: 1, search })} />
          <p role="status" className={isNone ? 'py-8 text-center text-ink-secondary' : 'sr-only'}>
            {isNone && <Trans>No groups found.</Trans>}
          </p>
          {found.isPending ? (
            <Skeleton className="h-40 rounded-sheet" />
          ) : found.isError ? (
            <ErrorState failure={found.error} onRetry={() => void found.refetch()} />
          ) : (
            total > 0 && (
              <GroupList
                groups={found.data.items}
                opening={actions.opening}
                onEdit={actions.edit}
                onDelete={actions.remove}
              />
            )
          )}
          <Pagination page={page} totalPages={pages} onChange={(to) => setWanted({ ...wanted, page: to })} />
        </div>
      )}
    </>,
  )
}

/** Searches as one types. */
function GroupSearch({ onSearch }: { onSearch: (search: string) => void }) {
  const { t } = useLingui()
  const [typed, setTyped] = useState('')
  const [sent, setSent] = useState('')
  useEffect(() => {
    if (typed.trim() === sent) return
    const timer = window.setTimeout(() => {
      setSent(typed.trim())
      onSearch(typed.trim())
    }, typingPause)
    return () => window.clearTimeout(timer)
  }, [typed, sent, onSearch])
  return (
    <TextField
      label={t`Search groups`}
      type="search"
      maxLength={200}
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
    />
  )
}
