import { useLingui } from '@lingui/react/macro'
import * as z from 'zod/mini'
import type { User } from '@countersign/contract/account-shapes.ts'
import { languageNames, selectableLanguages } from '#web/lib/language/language.ts'
import { Select } from '#web/ui/forms/select.tsx'
import { useSaveSettings } from './change-account.ts'
import { ChoiceForm } from '#web/ui/forms/choice-form.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { useSectionForm } from '#web/lib/forms/use-section-form.ts'

const LanguageForm = z.object({ lang: z.enum(selectableLanguages) })

/** Takes effect at once. Italian is for people who sign by a link and cannot be chosen. */
export function LanguageSection({ user }: { user: User }) {
  const { t } = useLingui()
  const saveSettings = useSaveSettings()
  const current = selectableLanguages.find((language) => language === user.attributes.lang) ?? 'en'
  const { form, failure, submit } = useSectionForm({
    values: { lang: current },
    schema: LanguageForm,
    async save({ lang }) {
      await saveSettings({ lang }, t`Language saved`)
    },
  })
  return (
    <Section id="language" title={t`Language`} intro={t`For the interface and the emails we send you.`}>
      <ChoiceForm submit={submit} failure={failure} saving={form.formState.isSubmitting}>
        <div className="sm:max-w-xs">
          <Select
            label={t`Language`}
            options={selectableLanguages.map((value) => ({ value, label: languageNames[value] }))}
            {...form.register('lang')}
          />
        </div>
      </ChoiceForm>
    </Section>
  )
}
