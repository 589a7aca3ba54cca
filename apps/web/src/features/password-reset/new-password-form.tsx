import { useLingui as useCatalog } from '@lingui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import * as z from 'zod/mini'
import { resetPassword } from '@countersign/contract/passwords.ts'
import { rememberEmail } from '#web/lib/account/return-address.ts'
import { call } from '#web/lib/calls/api.ts'
import { isCallError } from '#web/lib/calls/call-error.ts'
import { isOutcomeUnknown } from '#web/lib/calls/unanswered.ts'
import { describeField, fieldsOf, type FieldCode } from '#web/lib/errors/field-errors.ts'
import { judgePassword } from '#web/lib/forms/judge-password.ts'
import { passwordResolver } from '#web/lib/forms/password-resolver.ts'
import { paths } from '#web/lib/paths.ts'
import { useSentForm } from '#web/lib/forms/use-sent-form.ts'
import { AppLink } from '#web/ui/app-link.tsx'
import { Button } from '#web/ui/button.tsx'
import { PasswordField } from '#web/ui/forms/password-field.tsx'
import { PasswordGuide } from '#web/ui/forms/password-guide.tsx'
import { Notice } from '#web/ui/notices/notice.tsx'
import { RefusalNotice } from '#web/ui/notices/refusal-notice.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'

const NewPassword = z.object({ password: z.string().check(z.minLength(1), z.maxLength(200)) })

interface NewPasswordFormProps {
  token: string
  email: string
  /** The email of the account whose password was set. */
  onDone: (email: string) => void
}

export function NewPasswordForm({ token, email, onDone }: NewPasswordFormProps) {
  const { t } = useLingui()
  const { i18n } = useCatalog()
  const personal = [email]
  // Whether an earlier try may have set the password: its answer was lost, and the link is used up by it.
  const [mayBeSet, setMayBeSet] = useState(false)
  const { form, errors, failure, isSubmitting, submit } = useSentForm<{ password: string }>({
    values: { password: '' },
    check: passwordResolver<{ password: string }>(NewPassword, () => personal, i18n),
    // A password is typed again in a moment.
    guarded: false,
    async send({ password }) {
      try {
        onDone((await call(resetPassword, { body: { token, new: password } })).email)
      } catch (refusal) {
        if (isOutcomeUnknown(refusal)) {
          setMayBeSet(true)
          rememberEmail(email)
        }
        throw refusal
      }
    },
    place(refusal) {
      if (!isCallError(refusal, 'password.weak')) return false
      tell(Object.values(fieldsOf(refusal))[0] ?? 'too_common', true)
      return true
    },
  })

  function tell(code: FieldCode, shouldFocus: boolean) {
    form.setError('password', { type: code, message: describeField(code, i18n) }, { shouldFocus })
  }

  async function judge() {
    const password = form.getValues('password')
    if (password === '') return
    const code = await judgePassword(password, personal, token)
    if (code && form.getValues('password') === password) tell(code, false)
  }

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      {mayBeSet && isCallError(failure, 'confirmation.invalid') ? (
        <MayBeSet />
      ) : (
        failure !== null && <RefusalNotice failure={failure} action={<NewLink failure={failure} />} />
      )}
      <TextField label={t`Email`} value={email} readOnly autoComplete="username" name="email" />
      <PasswordField
        label={t`New password`}
        autoComplete="new-password"
        autoFocus
        error={errors.password?.message}
        {...form.register('password', {
          onChange: () => form.clearErrors('password'),
          onBlur: () => void judge(),
        })}
      />
      <PasswordGuide password={form.watch('password')} personal={personal} />
      <Button submit block size="lg" loading={isSubmitting}>
        <Trans>Set new password</Trans>
      </Button>
    </form>
  )
}

function MayBeSet() {
  return (
    <Notice
      kind="warning"
      action={
        <span className="flex flex-wrap gap-x-4 gap-y-2">
          <AppLink to={paths.login()} className="font-medium text-accent underline">
            <Trans>Sign in</Trans>
          </AppLink>
          <RequestNewLink />
        </span>
      }
    >
      <Trans>Your new password may already be set. Try to sign in with it, or request a new link.</Trans>
    </Notice>
  )
}

function NewLink({ failure }: { failure: unknown }) {
  return isCallError(failure, 'confirmation.invalid') ? <RequestNewLink /> : null
}

function RequestNewLink() {
  return (
    <AppLink to={paths.passwordReset()} className="font-medium text-accent underline">
      <Trans>Request new link</Trans>
    </AppLink>
  )
}
