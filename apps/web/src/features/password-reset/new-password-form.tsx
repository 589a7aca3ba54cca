import { useLingui as useCatalog } from '@lingui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import * as z from 'zod/mini'
import { resetPassword } from '@countersign/contract/passwords.ts'
import { call } from '#web/lib/calls/api.ts'
import { isCallError } from '#web/lib/calls/call-error.ts'
import { describeField, fieldsOf, type FieldCode } from '#web/lib/errors/field-errors.ts'
import { judgePassword } from '#web/lib/forms/judge-password.ts'
import { passwordResolver } from '#web/lib/forms/password-resolver.ts'
import { paths } from '#web/lib/paths.ts'
import { useSentForm } from '#web/lib/forms/use-sent-form.ts'
import { AppLink } from '#web/ui/app-link.tsx'
import { Button } from '#web/ui/button.tsx'
import { PasswordField } from '#web/ui/forms/password-field.tsx'
import { PasswordGuide } from '#web/ui/forms/password-guide.tsx'
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
  const { form, errors, failure, isSubmitting, submit } = useSentForm<{ password: string }>({
    values: { password: '' },
    check: passwordResolver<{ password: string }>(NewPassword, () => personal, i18n),
    send: async ({ password }) =>
      onDone((await call(resetPassword, { body: { token, new: password } })).email),
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
      {failure !== null && <RefusalNotice failure={failure} action={<NewLink failure={failure} />} />}
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

function NewLink({ failure }: { failure: unknown }) {
  if (!isCallError(failure, 'confirmation.invalid')) return null
  return (
    <AppLink to={paths.passwordReset()} className="font-medium text-accent underline">
      <Trans>Request new link</Trans>
    </AppLink>
  )
}
