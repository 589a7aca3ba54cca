import { useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import * as z from 'zod/mini'
import type { User } from '@countersign/contract/account-shapes.ts'
import { ownTimeZone } from '#web/lib/language/time-zone.ts'
import { Select } from '#web/ui/forms/select.tsx'
import { useSaveSettings } from './change-account.ts'
import { ChoiceForm } from '#web/ui/forms/choice-form.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { useSectionForm } from '#web/lib/forms/use-section-form.ts'
import { timeZones } from './time-zones.ts'

const TimeZoneForm = z.object({ timeZone: z.string() })

/** Takes effect at once. Pages don't need it: they show the time of the browser. */
export function TimeZoneSection({ user }: { user: User }) {
  const { t, i18n } = useLingui()
  const saveSettings = useSaveSettings()
  const kept = user.attributes.timeZone
  const zones = useMemo(() => timeZones(kept, i18n.locale, new Date()), [kept, i18n.locale])
  const { form, failure, submit } = useSectionForm({
    values: { timeZone: kept ?? '' },
    schema: TimeZoneForm,
    save: ({ timeZone }) => saveSettings({ timeZone: timeZone === '' ? null : timeZone }, t`Time zone saved`),
  })
  const own = zones.find(({ value }) => value === ownTimeZone())
  const options = [
    ...(kept === null ? [{ value: '', label: t`Not set yet` }] : []),
    ...(own ? [{ value: own.value, label: t`This browser: ${own.label}` }] : []),
    ...zones.filter((zone) => zone !== own),
  ]
  return (
    <Section
      id="time-zone"
      title={t`Time zone`}
      intro={t`For dates and times in the emails we send you. Pages show the time of your browser.`}
    >
      <ChoiceForm submit={submit} failure={failure} saving={form.formState.isSubmitting}>
        <div className="sm:max-w-xs">
          <Select
            label={t`Time zone`}
            options={options}
            error={form.formState.errors.timeZone?.message}
            {...form.register('timeZone')}
          />
        </div>
      </ChoiceForm>
    </Section>
  )
}
