import { useLingui as useCatalog } from '@lingui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import * as z from 'zod/mini'
import { acceptTerms, updateUser } from '@countersign/contract/accounts.ts'
import type { User } from '@countersign/contract/account-shapes.ts'
import { line } from '@countersign/contract/values.ts'
import { call } from '#web/lib/calls/api.ts'
import { keepUser } from '#web/lib/account/current-user.ts'
import { describeField } from '#web/lib/errors/field-errors.ts'
import { selectableLanguages } from '#web/lib/language/language.ts'
import { useSentForm } from '#web/lib/forms/use-sent-form.ts'
import { Button } from '#web/ui/button.tsx'
import { LanguageSelect } from '#web/ui/forms/language-select.tsx'
import { RefusalNotice } from '#web/ui/notices/refusal-notice.tsx'
import { TermsCheckbox } from '#web/ui/forms/terms-checkbox.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'

const SetUp = z.object({
  firstName: line(100, 1),
  lastName: line(100, 1),
  lang: z.enum(selectableLanguages),
  gtc: z.literal(true),
})

interface Values {
  firstName: string
  lastName: string
  lang: (typeof selectableLanguages)[number]
  gtc: boolean
}

/** What the company's provider could not say for an account: its language, and that its holder accepts the terms. */
export function SetUpForm({ user, onDone }: { user: User; onDone: () => void }) {
  const { t } = useLingui()
  const { i18n } = useCatalog()
  const lang = selectableLanguages.find((language) => language === i18n.locale) ?? 'en'
  const { form, errors, failure, isSubmitting, submit } = useSentForm<Values>({
    values: { firstName: user.firstName, lastName: user.lastName, lang, gtc: false },
    check: SetUp,
    async send(values) {
      keepUser(await finishSetUp(values))
      onDone()
    },
  })
  const proved = user.attributes.immutableEidFields

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      {failure !== null && <RefusalNotice failure={failure} />}
      <TextField label={t`Email`} value={user.email} readOnly autoComplete="username" name="email" />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label={t`First name`}
          autoComplete="given-name"
          readOnly={proved.includes('firstName')}
          error={errors.firstName?.message}
          {...form.register('firstName')}
        />
        <TextField
          label={t`Last name`}
          autoComplete="family-name"
          readOnly={proved.includes('lastName')}
          error={errors.lastName?.message}
          {...form.register('lastName')}
        />
      </div>
      <LanguageSelect register={form.register} />
      <TermsCheckbox error={errors.gtc && describeField('accept', i18n)} {...form.register('gtc')} />
      <Button submit block size="lg" loading={isSubmitting}>
        <Trans>Finish setting up</Trans>
      </Button>
    </form>
  )
}

async function finishSetUp({ firstName, lastName, lang }: Values): Promise<User> {
  await call(updateUser, { body: { firstName, lastName, attributes: { lang } } })
  return call(acceptTerms, { body: { gtc: true } })
}
