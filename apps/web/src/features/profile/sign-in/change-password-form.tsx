import { useLingui as useCatalog } from '@lingui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import * as z from 'zod/mini'
import type { User } from '@countersign/contract/account-shapes.ts'
import { changePassword, type PasswordProblem } from '@countersign/contract/passwords.ts'
import { Secret } from '@countersign/contract/values.ts'
import { call } from '#web/lib/calls/api.ts'
import { isCallError } from '#web/lib/calls/call-error.ts'
import { describeFailure } from '#web/lib/errors/errors.ts'
import { describeField, fieldsOf } from '#web/lib/errors/field-errors.ts'
import { useSentForm } from '#web/lib/forms/use-sent-form.ts'
import { Button } from '#web/ui/button.tsx'
import { PasswordField } from '#web/ui/forms/password-field.tsx'
import { PasswordGuide } from '#web/ui/forms/password-guide.tsx'
import { RefusalNotice } from '#web/ui/notices/refusal-notice.tsx'
import { refreshUser } from '../change-account.ts'
import { usePasswordCheck } from './use-password-check.ts'

interface Values {
  old: string
  password: string
}

/** A new password; the old one is asked for where there is one. Both stay typed when something is refused. */
export function ChangePasswordForm({ user, onChanged }: { user: User; onChanged: () => void }) {
  const { t } = useLingui()
  const { i18n } = useCatalog()
  const schema = z.object({ old: user.hasPassword ? Secret : z.string(), password: Secret })
  const { form, errors, failure, isSubmitting, submit } = useSentForm<Values>({
    values: { old: '', password: '' },
    check: schema,
    async send(typed) {
      await call(changePassword, {
        body: { new: typed.password, ...(user.hasPassword && { old: typed.old }) },
      })
      // The password is changed whether this comes through or not.
      await refreshUser().catch(() => undefined)
      onChanged()
    },
    place(refusal, { setError }) {
      if (isCallError(refusal, 'password.wrong')) {
        setError('old', { message: describeFailure(refusal, i18n) }, { shouldFocus: true })
        return true
      }
      const code = Object.values(fieldsOf(refusal))[0]
      if (!isCallError(refusal, 'password.weak') && code === undefined) return false
      setError('password', { message: describeField(code ?? 'too_common', i18n) }, { shouldFocus: true })
      return true
    },
  })
  const password = form.watch('password')
  const personal = [user.firstName, user.lastName, user.email]
  const check = usePasswordCheck(password, personal)

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4 sm:max-w-md">
      <input type="text" name="username" autoComplete="username" value={user.email} readOnly hidden />
      {user.hasPassword && (
        <PasswordField
          label={t`Current password`}
          autoComplete="current-password"
          error={errors.old?.message}
          {...form.register('old')}
        />
      )}
      <PasswordField
        label={t`New password`}
        autoComplete="new-password"
        error={errors.password?.message}
        {...form.register('password')}
      />
      <PasswordGuide password={password} personal={personal} />
      <CheckAnswer check={check} />
      {failure !== null && <RefusalNotice failure={failure} />}
      <div>
        <Button submit size="lg" loading={isSubmitting}>
          {user.hasPassword ? <Trans>Change password</Trans> : <Trans>Set password</Trans>}
        </Button>
      </div>
    </form>
  )
}

/** What the service, which knows the common passwords, thinks of what is typed. */
function CheckAnswer({ check }: { check: PasswordProblem | 'good' | null }) {
  const { i18n } = useCatalog()
  return (
    <p role="status" className="-mt-2 min-h-5 text-sm">
      {check === 'good' && (
        <span className="text-completed">
          <Trans>This password is fine.</Trans>
        </span>
      )}
      {check !== null && check !== 'good' && <span className="text-error">{describeField(check, i18n)}</span>}
    </p>
  )
}
