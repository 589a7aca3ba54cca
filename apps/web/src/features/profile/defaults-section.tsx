import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import type { User } from '@countersign/contract/account-shapes.ts'
import { Quality } from '@countersign/contract/values.ts'
import { paths } from '#web/lib/paths.ts'
import { ChoiceGroup, Radio } from '#web/ui/forms/checkbox.tsx'
import { ErrorState } from '#web/ui/notices/error-state.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useSaveSettings } from './change-account.ts'
import { ChoiceForm } from '#web/ui/forms/choice-form.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { qualitiesQuery } from '#web/features/qualities/qualities-query.ts'
import { qualityChoices, type Qualities } from '#web/features/qualities/qualities.ts'
import { TextLink } from '#web/ui/text-link.tsx'
import { useSectionForm } from '#web/lib/forms/use-section-form.ts'
import { useQualityWords } from '#web/features/qualities/use-quality-words.ts'

const DefaultsForm = z.object({ quality: z.union([z.literal(''), Quality]) })

/** What a new request asks for unless another quality is chosen in it. */
export function DefaultsSection({ user }: { user: User }) {
  const { t } = useLingui()
  const { data, error, refetch } = useQuery(qualitiesQuery)
  return (
    <Section
      id="defaults"
      title={t`Default signature level`}
      intro={t`New requests start with this signature level. You can change it in each request.`}
    >
      {error ? (
        <ErrorState failure={error} onRetry={() => void refetch()} />
      ) : data ? (
        <DefaultsForms user={user} qualities={data} />
      ) : (
        <Skeleton className="h-72" />
      )}
    </Section>
  )
}

function DefaultsForms({ user, qualities }: { user: User; qualities: Qualities }) {
  const { t } = useLingui()
  const words = useQualityWords()
  const saveSettings = useSaveSettings()
  const { defaultLegislation } = user.attributes
  const { form, failure, submit } = useSectionForm<{ quality: Quality | '' }>({
    values: { quality: user.attributes.defaultQuality ?? '' },
    schema: DefaultsForm,
    save: ({ quality }) =>
      saveSettings({ defaultQuality: quality === '' ? null : quality }, t`Default signature level saved`),
  })
  // What can't be chosen yet is explained on the page that the link below leads to.
  const { defaultQuality } = user.attributes
  const choices = qualityChoices(qualities).filter(
    ({ available, quality }) => available || quality === defaultQuality,
  )
  return (
    <ChoiceForm submit={submit} failure={failure} saving={form.formState.isSubmitting}>
      <ChoiceGroup legend={t`Signature level`}>
        <div className="flex flex-col gap-2">
          <Radio label={t`No default`} value="" {...form.register('quality')} />
          {choices.map(({ quality, available, unmet }) => (
            <Radio
              key={quality}
              label={words.name(quality)}
              value={quality}
              hint={
                available
                  ? words.legalEffect(quality, null)
                  : t`Not yet. ${unmet.map((requirement) => words.requirement(requirement)).join(' ')}`
              }
              disabled={!available}
              {...form.register('quality')}
            />
          ))}
        </div>
      </ChoiceGroup>
      <div className="mt-4 flex flex-wrap items-center justify-between gap-x-4 border-t border-line pt-3">
        <p>
          <Trans>Legal framework</Trans>:{' '}
          <strong className="font-semibold">
            {defaultLegislation ? words.legislation(defaultLegislation) : <Trans>none chosen</Trans>}
          </strong>
        </p>
        <div className="flex flex-wrap gap-x-4">
          <TextLink to={paths.qualities('legislation')}>
            <Trans>Choose legal framework</Trans>
          </TextLink>
          <TextLink to={paths.qualities()}>
            <Trans>Requirements for each level</Trans>
          </TextLink>
        </div>
      </div>
    </ChoiceForm>
  )
}
