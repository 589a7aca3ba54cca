import { Trans, useLingui } from '@lingui/react/macro'
import * as z from 'zod/mini'
import { NotificationLevel, type User } from '@countersign/contract/account-shapes.ts'
import { ChoiceGroup, Radio } from '#web/ui/checkbox.tsx'
import { useSaveSettings } from './change-account.ts'
import { SaveButton } from '#web/ui/save-button.tsx'
import { Section } from '#web/ui/section.tsx'
import { useSectionForm } from '#web/lib/use-section-form.ts'

const LevelForm = z.object({ level: NotificationLevel })

export function NotificationSection({ user }: { user: User }) {
  const { t } = useLingui()
  const saveSettings = useSaveSettings()
  const { form, failure, submit } = useSectionForm<{ level: NotificationLevel }>({
    values: { level: user.attributes.emailNotificationLevel },
    schema: LevelForm,
    save: ({ level }) => saveSettings({ emailNotificationLevel: level }, t`What we mail you about is saved`),
  })
  const levels: { value: NotificationLevel; label: string; hint: string }[] = [
    {
      value: 'all',
      label: t`Everything`,
      hint: t`Each step of the requests you take part in: asked, signed, declined, reminded, completed.`,
    },
    {
      value: 'essential',
      label: t`Only what matters`,
      hint: t`When you are asked to sign, and how a request ended.`,
    },
    {
      value: 'none',
      label: t`Nothing`,
      hint: t`No emails about requests: you look here by yourself.`,
    },
  ]
  return (
    <Section
      id="notifications"
      title={t`Mails`}
      intro={t`Mails on the security of your account always come, whatever you choose.`}
    >
      <form noValidate onSubmit={submit}>
        <ChoiceGroup legend={t`What do you want emails about?`}>
          <div className="flex flex-col gap-2">
            {levels.map((level) => (
              <Radio key={level.value} {...level} {...form.register('level')} />
            ))}
          </div>
        </ChoiceGroup>
        <SaveButton failure={failure} loading={form.formState.isSubmitting}>
          <Trans>Save choice of mails</Trans>
        </SaveButton>
      </form>
    </Section>
  )
}
