import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import {
  legislationFor,
  offeredLegislations,
  offeredQualities,
  wantsMobile,
} from '#web/features/compose/sending/offered-qualities.ts'
import { MailFilesChoice } from '#web/features/compose/sending/mail-files-choice.tsx'
import type { Compose } from '#web/features/compose/use-compose.ts'
import type { QualityDetail } from '#web/features/qualities/qualities.ts'
import { qualitiesQuery } from '#web/features/qualities/qualities-query.ts'
import { useQualityWords } from '#web/features/qualities/use-quality-words.ts'
import { AppLink } from '#web/ui/app-link.tsx'
import { RetryNotice } from '#web/ui/notices/retry-notice.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

/** The signature levels that the account may request. Loaded by `LazyQuality`. */
export function ComposeQuality({ compose }: { compose: Compose }) {
  const { draft, change } = compose
  const { t } = useLingui()
  const words = useQualityWords()
  const qualities = useQuery(qualitiesQuery)
  if (qualities.isError)
    return <RetryNotice failure={qualities.error} onRetry={() => void qualities.refetch()} />
  if (!qualities.data) return <Skeleton className="h-18" />
  const { details } = qualities.data
  const { now, later } = offeredQualities(details, draft.quality)
  const legislations = offeredLegislations(details, draft.quality)
  return (
    <div className="flex flex-col gap-3">
      <Select
        label={t`Signature level`}
        hint={words.legalEffect(draft.quality, draft.legislation)}
        value={draft.quality}
        options={now.map((value) => ({ value, label: words.name(value) }))}
        onChange={(event) => {
          const quality = now.find((one) => one === event.target.value)
          const legislation = quality ? legislationFor(details, quality) : null
          if (quality) change((current) => ({ ...current, quality, legislation }))
        }}
      />
      {legislations.length > 0 && (
        <Select
          label={t`Legal framework`}
          value={draft.legislation ?? ''}
          options={[
            ...(legislationFor(details, draft.quality) ? [] : [{ value: '', label: t`No preference` }]),
            ...legislations.map((value) => ({ value, label: words.legislation(value) })),
          ]}
          onChange={(event) => {
            const legislation = legislations.find((one) => one === event.target.value) ?? null
            change((current) => ({ ...current, legislation }))
          }}
        />
      )}
      {wantsMobile(draft) && (
        <p className="text-sm text-ink-secondary">
          <Trans>Signers without an account need a mobile number. You can add it in the signers step.</Trans>
        </p>
      )}
      {later.length > 0 && (
        <details>
          <summary className="min-h-11 cursor-pointer py-2.5 text-sm md:min-h-8 md:py-1">
            <Trans>Not yet available to you</Trans>
          </summary>
          <ul className="flex flex-col gap-2 pt-1 text-sm">
            {later.map((detail) => (
              <NotYet key={detail.quality} detail={detail} />
            ))}
          </ul>
        </details>
      )}
      <MailFilesChoice compose={compose} />
    </div>
  )
}

function NotYet({ detail: { quality, legislation, unmet } }: { detail: QualityDetail }) {
  const words = useQualityWords()
  return (
    <li>
      <span className="font-medium">{words.name(quality)}</span>
      {unmet.map((requirement) => {
        const link = words.linkFor(requirement, legislation)
        return (
          <span key={requirement} className="block text-ink-secondary">
            {words.requirement(requirement)} {link && <AppLink to={link.to}>{link.label}</AppLink>}
          </span>
        )
      })}
    </li>
  )
}
