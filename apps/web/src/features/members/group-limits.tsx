import { getBusinessSettings, updateBusinessSettings } from '@countersign/contract/businesses.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { call } from '#web/lib/calls/api.ts'
import { ownBusinessId } from '#web/lib/business/current-business.ts'
import { useSentForm } from '#web/lib/forms/use-sent-form.ts'
import { RetryNotice } from '#web/ui/notices/retry-notice.tsx'
import { SaveButton } from '#web/ui/forms/save-button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { showSnackbar } from '#web/ui/dialogs/snackbar-store.ts'
import { TextField } from '#web/ui/forms/text-field.tsx'

interface Limits {
  readonly maxGroups: number | null
  readonly maxParticipants: number | null
}

const most = 200
const background = { background: true }
const ofOwn = async () => ({ params: { id: await ownBusinessId() } })

const limitsQuery = queryOptions({
  queryKey: ['signer-group-limits'],
  queryFn: async ({ signal }): Promise<Limits> =>
    (await call(getBusinessSettings, await ofOwn(), { ...background, signal })).settings.signerGroups,
})

/** How many signer groups a member of the business may keep, and how many people one may have. */
export function GroupLimits() {
  const limits = useQuery(limitsQuery)
  if (limits.isPending) return <Skeleton className="h-40" />
  if (limits.isError) return <RetryNotice failure={limits.error} onRetry={() => void limits.refetch()} />
  return <LimitsForm limits={limits.data} />
}

const shown = (limit: number | null) => (limit === null ? '' : String(limit))
const typedOf = (limits: Limits) => ({
  groups: shown(limits.maxGroups),
  people: shown(limits.maxParticipants),
})
/** Empty means what the product takes; undefined is no number that it may be. */
function limitOf(typed: string): number | null | undefined {
  const text = typed.trim()
  if (text === '') return null
  const number = /^\d+$/.test(text) ? Number(text) : 0
  return number >= 1 && number <= most ? number : undefined
}

const limit = z.string().check(z.refine((typed) => limitOf(typed) !== undefined))
const Typed = z.object({ groups: limit, people: limit })

function LimitsForm({ limits }: { limits: Limits }) {
  const { t } = useLingui()
  const queries = useQueryClient()
  const { form, errors, failure, isSubmitting, submit } = useSentForm({
    values: typedOf(limits),
    check: Typed,
    async send({ groups, people }, { reset, formState: { defaultValues } }) {
      // Only what was typed: another admin may have changed the other limit since.
      const signerGroups = {
        ...(groups !== defaultValues?.groups && { maxGroups: limitOf(groups) ?? null }),
        ...(people !== defaultValues?.people && { maxParticipants: limitOf(people) ?? null }),
      }
      const body = { settings: { signerGroups } }
      const saved = await call(updateBusinessSettings, { ...(await ofOwn()), body }, background)
      reset(typedOf(saved.settings.signerGroups))
      queries.setQueryData(limitsQuery.queryKey, saved.settings.signerGroups)
      void queries.invalidateQueries({ queryKey: ['signer-groups'] })
      showSnackbar(t`Limits saved.`, { color: 'success' })
    },
  })
  const wrong = t`Enter a whole number from 1 to ${most}, or leave empty.`
  return (
    <form noValidate onSubmit={submit}>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label={t`Groups per member`}
          hint={t`Default: up to ${most}.`}
          inputMode="numeric"
          autoComplete="off"
          error={errors.groups && wrong}
          {...form.register('groups')}
        />
        <TextField
          label={t`People per group`}
          hint={t`Default: up to ${most}.`}
          inputMode="numeric"
          autoComplete="off"
          error={errors.people && wrong}
          {...form.register('people')}
        />
      </div>
      <SaveButton failure={failure} loading={isSubmitting}>
        <Trans>Save limits</Trans>
      </SaveButton>
    </form>
  )
}
