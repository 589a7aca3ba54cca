import { listSharingApiUsers } from '@countersign/contract/api-users.ts'
import { useLingui } from '@lingui/react/macro'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { nameOf } from '#web/lib/business/api-user-name.ts'
import { ownBusinessId } from '#web/lib/business/current-business.ts'
import { call } from '#web/lib/calls/api.ts'

const sharingQuery = queryOptions({
  queryKey: ['sharing-api-users'],
  queryFn: async ({ signal }) => {
    const params = { id: await ownBusinessId() }
    return (await call(listSharingApiUsers, { params }, { signal, background: true })).apiUsers
  },
})

/** One's own documents, or what an API user of the business has sent. */
export function ApiUserFilter({ value, onChange }: { value: string; onChange: (username: string) => void }) {
  const { t } = useLingui()
  const { data: apiUsers = [] } = useQuery(sharingQuery)
  if (apiUsers.length === 0) return null
  return (
    <select
      aria-label={t`Sender`}
      value={apiUsers.some(({ username }) => username === value) ? value : ''}
      className="min-h-11 max-w-56 shrink-0 cursor-pointer rounded-full border border-line-field bg-sheet px-3 hover:bg-hover md:min-h-8"
      onChange={(event) => onChange(event.target.value)}
    >
      <option value="">{t`Your documents`}</option>
      {apiUsers.map((apiUser) => {
        const name = nameOf(apiUser)
        return (
          <option key={apiUser.username} value={apiUser.username}>
            {t`Sent by ${name}`}
          </option>
        )
      })}
    </select>
  )
}
