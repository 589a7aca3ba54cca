import { useLingui as useCatalog } from '@lingui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import * as z from 'zod/mini'
import type { BodyOf } from '@countersign/contract/endpoint.ts'
import type { register } from '@countersign/contract/accounts.ts'
import { line } from '@countersign/contract/values.ts'
import { isCallError } from '#web/lib/calls/call-error.ts'
import { describeField, fieldsOf, type FieldCode } from '#web/lib/errors/field-errors.ts'
import { judgePassword } from '#web/lib/forms/judge-password.ts'
import { selectableLanguages } from '#web/lib/language/language.ts'
import { passwordResolver } from '#web/lib/forms/password-resolver.ts'
import { paths } from '#web/lib/paths.ts'
import { useSentForm } from '#web/lib/forms/use-sent-form.ts'
import { AppLink } from '#web/ui/app-link.tsx'
import { Button } from '#web/ui/button.tsx'
import { LanguageSelect } from '#web/ui/forms/language-select.tsx'
import { PasswordField } from '#web/ui/forms/password-field.tsx'
import { TermsCheckbox } from '#web/ui/forms/terms-checkbox.tsx'
import { Notice } from '#web/ui/notices/notice.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { PasswordGuide } from '#web/ui/forms/password-guide.tsx'
import { makeAccount, NotSignedIn } from './make-account.ts'
import { SignUpRefusal } from './sign-up-refusal.tsx'
import { confirmedEmail, type ConfirmedEmail } from './sign-up-state.ts'

const Steps = z.object({
  firstName: line(100, 1),
  lastName: line(100, 1),
  password: z.string().check(z.minLength(1), z.maxLength(200)),
  lang: z.enum(selectableLanguages),
  gtc: z.literal(true),
})

interface Values {
  firstName: string
  lastName: string
  password: string
  lang: (typeof selectableLanguages)[number]
  gtc: boolean
}

interface StepsFormProps {
  confirmed: ConfirmedEmail
  /** That is made with the account. */
  business?: BodyOf<typeof register>['business']
  onDone: () => void
}

/** Name, password, language and terms; makes the account and signs it in. */
export function StepsForm({ confirmed, business, onDone }: StepsFormProps) {
  const { t } = useLingui()
  const { i18n } = useCatalog()
  const lang = selectableLanguages.find((language) => language === i18n.locale) ?? 'en'
  const [isMade, setIsMade] = useState(false)
  const { form, errors, failure, isSubmitting, submit } = useSentForm<Values>({
    values: {
      firstName: confirmed.firstName ?? '',
      lastName: confirmed.lastName ?? '',
      password: '',
      lang,
      gtc: false,
    },
    check: passwordResolver<Values>(Steps, personalOf, i18n),
    guarded: !isMade,
    async send(values) {
      confirmedEmail.keep({ ...confirmed, firstName: values.firstName, lastName: values.lastName })
      try {
        await makeAccount({ ...values, ...(business && { business }) }, confirmed)
      } catch (refusal) {
        if (refusal instanceof NotSignedIn) setIsMade(true)
        throw refusal
      }
      onDone()
    },
    place(refusal) {
      const fields = Object.keys(fieldsOf(refusal))
      // What is wrong with the business is on another step.
      if (fields.some((field) => field.startsWith('business'))) return false
      if (fields.length > 0 || !isCallError(refusal, 'password.weak')) return undefined
      tellPassword('too_common', true)
      return true
    },
  })
  const [firstName, lastName, password] = form.watch(['firstName', 'lastName', 'password'])

  function personalOf(values: Pick<Values, 'firstName' | 'lastName'>) {
    return [values.firstName, values.lastName, confirmed.email]
  }

  function tellPassword(code: FieldCode, shouldFocus: boolean) {
    form.setError('password', { type: code, message: describeField(code, i18n) }, { shouldFocus })
  }

  async function judge() {
    const values = form.getValues()
    if (values.password === '') return
    const code = await judgePassword(values.password, personalOf(values), confirmed.token)
    if (code && form.getValues('password') === values.password) tellPassword(code, false)
  }

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      {isMade && <AccountMade />}
      {failure !== null && (
        <SignUpRefusal
          failure={causeOf(failure)}
          email={confirmed.email}
          action={<WayOn failure={failure} />}
        />
      )}
      <TextField label={t`Email`} value={confirmed.email} readOnly autoComplete="username" name="email" />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label={t`First name`}
          autoComplete="given-name"
          autoFocus
          error={errors.firstName?.message}
          {...form.register('firstName')}
        />
        <TextField
          label={t`Last name`}
          autoComplete="family-name"
          error={errors.lastName?.message}
          {...form.register('lastName')}
        />
      </div>
      <PasswordField
        label={t`Password`}
        autoComplete="new-password"
        error={errors.password?.message}
        {...form.register('password', {
          onChange: () => form.clearErrors('password'),
          onBlur: () => void judge(),
        })}
      />
      <PasswordGuide password={password} personal={personalOf({ firstName, lastName })} />
      <LanguageSelect register={form.register} />
      <TermsCheckbox error={errors.gtc && describeField('accept', i18n)} {...form.register('gtc')} />
      <Button submit block size="lg" loading={isSubmitting}>
        <Trans>Create my account</Trans>
      </Button>
    </form>
  )
}

/** What it was that failed, where the account exists already. */
function causeOf(failure: unknown): unknown {
  return failure instanceof NotSignedIn ? failure.cause : failure
}

function AccountMade() {
  return (
    <Notice kind="info" action={<SignIn />}>
      <Trans>Your account was created. You aren’t signed in yet.</Trans>
    </Notice>
  )
}

function WayOn({ failure }: { failure: unknown }) {
  if (isCallError(failure, 'account.exists')) return <SignIn />
  if (!isCallError(failure, 'confirmation.invalid')) return null
  // The account may have been made by this link.
  return (
    <span className="flex flex-wrap gap-x-4 gap-y-2">
      <SignIn />
      <AppLink to={paths.signup()} className="font-medium text-accent underline">
        <Trans>Request new link</Trans>
      </AppLink>
    </span>
  )
}

function SignIn() {
  return (
    <AppLink to={paths.login()} className="font-medium text-accent underline">
      <Trans>Sign in</Trans>
    </AppLink>
  )
}
