import { useLingui } from '@lingui/react/macro'
import * as z from 'zod/mini'
import { NotificationLevel, type User } from '@countersign/contract/account-shapes.ts'
import { ChoiceGroup, Radio } from '#web/ui/forms/checkbox.tsx'
import { useSaveSettings } from './change-account.ts'
import { ChoiceForm } from '#web/ui/forms/choice-form.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { useSectionForm } from '#web/lib/forms/use-section-form.ts'

const LevelForm = z.object({ level: NotificationLevel })

export function NotificationSection({ user }: { user: User }) {
  const { t } = useLingui()
  const saveSettings = useSaveSettings()
  const { form, failure, submit } = useSectionForm<{ level: NotificationLevel }>({
    values: { level: user.attributes.emailNotificationLevel },
    schema: LevelForm,
    save: ({ level }) => saveSettings({ emailNotificationLevel: level }, t`Email settings saved`),
  })
  const levels: { value: NotificationLevel; label: string; hint: string }[] = [
    {
      value: 'all',
      label: t`Everything`,
      hint: t`Every step of your requests: sent, signed, declined, reminded, completed.`,
    },
    {
      value: 'essential',
      label: t`Important only`,
      hint: t`When you receive a request, and when a request ends.`,
    },
    {
      value: 'none',
      label: t`Nothing`,
      hint: t`No emails about requests.`,
    },
  ]
  return (
    <Section id="notifications" title={t`Emails`} intro={t`We always email you about account security.`}>
      <ChoiceForm submit={submit} failure={failure} saving={form.formState.isSubmitting}>
        <ChoiceGroup legend={t`Email notifications`}>
          <div className="flex flex-col gap-2">
            {levels.map((level) => (
              <Radio key={level.value} {...level} {...form.register('level')} />
            ))}
          </div>
        </ChoiceGroup>
      </ChoiceForm>
    </Section>
  )
}
