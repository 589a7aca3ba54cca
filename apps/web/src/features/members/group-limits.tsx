import { getBusinessSettings, updateBusinessSettings } from '@countersign/contract/businesses.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { call } from '#web/lib/api.ts'
import { loadBusiness } from '#web/lib/current-business.ts'
import { useLeaveGuard } from '#web/lib/use-leave-guard.ts'
import { ErrorNotice } from '#web/ui/error-notice.tsx'
import { SaveButton } from '#web/ui/save-button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { showSnackbar } from '#web/ui/snackbar-store.ts'
import { TextField } from '#web/ui/text-field.tsx'

interface Limits {
  readonly maxGroups: number | null
  readonly maxParticipants: number | null
}

const most = 200
const background = { background: true }
const ofOwn = async () => ({ params: { id: (await loadBusiness())?.business.id ?? '' } })

const limitsQuery = queryOptions({
  queryKey: ['signer-group-limits'],
  queryFn: async ({ signal }): Promise<Limits> =>
    (await call(getBusinessSettings, await ofOwn(), { ...background, signal })).settings.signerGroups,
})

/** How many signer groups a member of the business may keep, and how many people one may have. */
export function GroupLimits() {
  const limits = useQuery(limitsQuery)
  if (limits.isPending) return <Skeleton className="h-40" />
  if (limits.isError) return <ErrorNotice failure={limits.error} />
  return <LimitsForm limits={limits.data} />
}

const shown = (limit: number | null) => (limit === null ? '' : String(limit))
/** Empty means what the product takes; undefined is no number that it may be. */
function limitOf(typed: string): number | null | undefined {
  const text = typed.trim()
  if (text === '') return null
  const number = /^\d+$/.test(text) ? Number(text) : 0
  return number >= 1 && number <= most ? number : undefined
}

function LimitsForm({ limits }: { limits: Limits }) {
  const { t } = useLingui()
  const queries = useQueryClient()
  const [groups, setGroups] = useState(shown(limits.maxGroups))
  const [people, setPeople] = useState(shown(limits.maxParticipants))
  const [tried, setTried] = useState(false)
  const given = { maxGroups: limitOf(groups), maxParticipants: limitOf(people) }
  const saving = useMutation({
    mutationFn: async (signerGroups: Limits) =>
      (
        await call(
          updateBusinessSettings,
          { ...(await ofOwn()), body: { settings: { signerGroups } } },
          background,
        )
      ).settings.signerGroups,
    onSuccess: (saved) => {
      queries.setQueryData(limitsQuery.queryKey, saved)
      void queries.invalidateQueries({ queryKey: ['signer-groups'] })
      showSnackbar(t`Limits saved.`, { color: 'success' })
    },
  })
  useLeaveGuard(given.maxGroups !== limits.maxGroups || given.maxParticipants !== limits.maxParticipants)
  function submit(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    const { maxGroups, maxParticipants } = given
    if (maxGroups !== undefined && maxParticipants !== undefined)
      saving.mutate({ maxGroups, maxParticipants })
  }
  const wrong = t`Enter a whole number from 1 to ${most}, or leave empty.`
  return (
    <form noValidate onSubmit={submit}>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label={t`Groups per member`}
          hint={t`Default: up to ${most}.`}
          inputMode="numeric"
          autoComplete="off"
          value={groups}
          error={tried && given.maxGroups === undefined && wrong}
          onChange={(event) => setGroups(event.target.value)}
        />
        <TextField
          label={t`People per group`}
          hint={t`Default: up to ${most}.`}
          inputMode="numeric"
          autoComplete="off"
          value={people}
          error={tried && given.maxParticipants === undefined && wrong}
          onChange={(event) => setPeople(event.target.value)}
        />
      </div>
      <SaveButton failure={saving.error} loading={saving.isPending}>
        <Trans>Save limits</Trans>
      </SaveButton>
    </form>
  )
}
