import { Trans, useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import * as z from 'zod/mini'
import type { User } from '@countersign/contract/account-shapes.ts'
import { ownTimeZone } from '#web/lib/language/time-zone.ts'
import { Select } from '#web/ui/forms/select.tsx'
import { useSaveSettings } from './change-account.ts'
import { SaveButton } from '#web/ui/forms/save-button.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { useSectionForm } from '#web/lib/forms/use-section-form.ts'
import { timeZones } from './time-zones.ts'

const TimeZoneForm = z.object({ timeZone: z.string() })

/** Saved by a button: with the keys of the keyboard one passes many zones on the way to one's own. */
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
  const { errors, isSubmitting } = form.formState
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
      <form noValidate onSubmit={submit}>
        <div className="sm:max-w-md">
          <Select
            label={t`Time zone`}
            options={options}
            error={errors.timeZone?.message}
            {...form.register('timeZone')}
          />
        </div>
        <SaveButton failure={failure} loading={isSubmitting}>
          <Trans>Save time zone</Trans>
        </SaveButton>
      </form>
    </Section>
  )
}
