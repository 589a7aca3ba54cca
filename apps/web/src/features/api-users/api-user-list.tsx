import type { ApiUser } from '@countersign/contract/api-users.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { nameOf } from '#web/lib/business/api-user-name.ts'
import { formatDate, formatDateTime, formatRelative } from '#web/lib/language/format.ts'
import { Button } from '#web/ui/button.tsx'
import { Pagination } from '#web/ui/lists/pagination.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { apiUsersAPage, shownApiUsers, type ApiUserOrder } from './shown-api-users.ts'
import { useScopeWords } from './use-scope-words.ts'

/** Few enough to be seen at once are neither searched nor sorted. */
const manyFrom = 5

interface Actions {
  edit: (apiUser: ApiUser) => void
  reset: (apiUser: ApiUser) => void
  remove: (apiUser: ApiUser) => void
}

/** The API users of a business: what each is for, what its key opens, and when it was last used. */
export function ApiUserList({ apiUsers, actions }: { apiUsers: readonly ApiUser[]; actions: Actions }) {
  const { t, i18n } = useLingui()
  const [search, setSearch] = useState('')
  const [order, setOrder] = useState<ApiUserOrder>('newest')
  const [wanted, setPage] = useState(1)
  const found = shownApiUsers(apiUsers, { search, order }, i18n.locale)
  const pages = Math.ceil(found.length / apiUsersAPage)
  // The last one of a page may have been deleted.
  const page = Math.max(1, Math.min(wanted, pages))
  const shown = found.slice((page - 1) * apiUsersAPage, page * apiUsersAPage)
  return (
    <div className="flex flex-col gap-4">
      {apiUsers.length >= manyFrom && (
        <div className="flex flex-wrap gap-3">
          <div className="min-w-[min(100%,14rem)] grow">
            <TextField
              label={t`Search API users`}
              type="search"
              maxLength={100}
              value={search}
              onChange={({ target }) => setSearch(target.value)}
            />
          </div>
          <Select
            label={t`Sort by`}
            value={order}
            options={[
              { value: 'newest', label: t`Newest first` },
              { value: 'description', label: t`Name` },
              { value: 'used', label: t`Last used` },
            ]}
            onChange={({ target }) => setOrder(target.value as ApiUserOrder)}
          />
        </div>
      )}
      <p role="status" className={found.length === 0 ? 'py-8 text-center text-ink-secondary' : 'sr-only'}>
        {found.length === 0 ? <Trans>No API users found.</Trans> : null}
      </p>
      {shown.length > 0 && (
        <ul className="flex flex-col divide-y divide-line rounded-sheet border border-line bg-sheet">
          {shown.map((apiUser) => (
            <ApiUserRow key={apiUser.username} apiUser={apiUser} actions={actions} />
          ))}
        </ul>
      )}
      <Pagination page={page} totalPages={pages} onChange={setPage} />
    </div>
  )
}

function ApiUserRow({ apiUser, actions }: { apiUser: ApiUser; actions: Actions }) {
  const { t } = useLingui()
  const words = useScopeWords()
  const name = nameOf(apiUser)
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-2 px-4 py-3">
      <div className="min-w-[min(100%,15rem)] grow basis-0">
        <h2 className="text-base font-medium wrap-anywhere">
          <bdi>{name}</bdi>
        </h2>
        <p className="text-sm text-ink-secondary">
          <code className="wrap-anywhere">{apiUser.username}</code>
          {apiUser.environment === 'DEMO' && (
            <span className="ml-2 rounded-full bg-selected px-2 text-xs text-accent">
              <Trans>Test</Trans>
            </span>
          )}
        </p>
        <p className="text-sm wrap-anywhere">
          {apiUser.scopes.map((scope) => words[scope].label).join(' · ')}
        </p>
        <Dates apiUser={apiUser} />
      </div>
      <div className="flex flex-wrap items-center gap-1">
        <Button type="text" size="sm" label={t`Edit “${name}”`} onClick={() => actions.edit(apiUser)}>
          <Trans>Edit</Trans>
        </Button>
        <Button type="text" size="sm" label={t`New key for “${name}”`} onClick={() => actions.reset(apiUser)}>
          <Trans>New key</Trans>
        </Button>
        <Button
          type="text"
          size="sm"
          color="error"
          icon="trash"
          label={t`Delete “${name}”`}
          onClick={() => actions.remove(apiUser)}
        />
      </div>
    </li>
  )
}

function Dates({ apiUser }: { apiUser: ApiUser }) {
  const { i18n } = useLingui()
  const { keyEnding: ending, createdBy, lastUsedAt } = apiUser
  const made = formatDate(apiUser.keyCreatedAt, i18n.locale)
  const used = lastUsedAt && formatRelative(lastUsedAt, i18n.locale)
  const maker = createdBy?.name
  const expires = apiUser.keyExpiresAt && formatDate(apiUser.keyExpiresAt, i18n.locale)
  const isExpired = apiUser.keyExpiresAt !== null && Date.parse(apiUser.keyExpiresAt) <= Date.now()
  const previous = apiUser.previousKeyExpiresAt && formatDateTime(apiUser.previousKeyExpiresAt, i18n.locale)
  const isPreviousValid = Date.parse(apiUser.previousKeyExpiresAt ?? '') > Date.now()
  return (
    <p className="text-sm wrap-anywhere text-ink-secondary">
      <Trans>
        Key ending in <code>{ending}</code>, created on {made}
      </Trans>
      {expires && (
        <>
          {' · '}
          {isExpired ? (
            <strong className="font-medium text-error">
              <Trans>expired on {expires}</Trans>
            </strong>
          ) : (
            <Trans>expires on {expires}</Trans>
          )}
        </>
      )}
      {previous && isPreviousValid && (
        <>
          {' · '}
          <Trans>previous key works until {previous}</Trans>
        </>
      )}
      {' · '}
      {used ? <Trans>last used {used}</Trans> : <Trans>never used</Trans>}
      {maker && (
        <>
          {' · '}
          <Trans>
            created by <bdi>{maker}</bdi>
          </Trans>
        </>
      )}
    </p>
  )
}
