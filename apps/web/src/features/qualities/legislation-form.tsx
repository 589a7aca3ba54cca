import type { Legislation } from '@countersign/contract/values.ts'
import { useLingui } from '@lingui/react/macro'
import * as z from 'zod/mini'
import type { User } from '@countersign/contract/account-shapes.ts'
import { ChoiceGroup, Radio } from '#web/ui/forms/checkbox.tsx'
import { ChoiceForm } from '#web/ui/forms/choice-form.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { canSignUnder, type Qualities } from './qualities.ts'
import { useSectionForm } from '#web/lib/forms/use-section-form.ts'
import { useQualityWords } from './use-quality-words.ts'

const Choice = z.object({ legislation: z.enum(['', 'ZERTES', 'EIDAS']) })

/** A preference: it may be chosen before one can sign so, and counts as soon as one can. */
export function LegislationForm(props: {
  user: User
  qualities: Qualities
  save: (changes: { defaultLegislation: Legislation | null }, message: string) => Promise<unknown>
}) {
  const { user, qualities } = props
  const { t } = useLingui()
  const words = useQualityWords()
  const { form, failure, submit } = useSectionForm<{ legislation: Legislation | '' }>({
    values: { legislation: user.attributes.defaultLegislation ?? '' },
    schema: Choice,
    save: ({ legislation }) =>
      props.save({ defaultLegislation: legislation === '' ? null : legislation }, t`Legal framework saved`),
  })
  const hint = (legislation: Legislation) => {
    const legalEffect = words.legalEffect('QES', legislation)
    return canSignUnder(qualities, legislation)
      ? legalEffect
      : t`${legalEffect} Not available yet. We’ll apply this once you’ve verified your identity.`
  }
  return (
    <Section
      id="legislation"
      title={t`Legal framework for new requests`}
      intro={t`Applies to qualified signatures only. You can change it in each request.`}
    >
      <ChoiceForm submit={submit} failure={failure} saving={form.formState.isSubmitting}>
        <ChoiceGroup legend={t`Default legal framework`}>
          <div className="flex flex-col gap-2">
            {(['ZERTES', 'EIDAS'] as const).map((legislation) => (
              <Radio
                key={legislation}
                label={words.legislation(legislation)}
                hint={hint(legislation)}
                value={legislation}
                {...form.register('legislation')}
              />
            ))}
            <Radio
              label={t`No default`}
              hint={t`Swiss law applies unless the request says otherwise.`}
              value=""
              {...form.register('legislation')}
            />
          </div>
        </ChoiceGroup>
      </ChoiceForm>
    </Section>
  )
}
