import { canonicalEmail } from '@countersign/contract/email.ts'
import { useLingui as useCatalog } from '@lingui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import * as z from 'zod/mini'
import type { User } from '@countersign/contract/account-shapes.ts'
import { Email, Secret } from '@countersign/contract/values.ts'
import { isCallError } from '#web/lib/calls/call-error.ts'
import { describeFailure } from '#web/lib/errors/errors.ts'
import { useSentForm } from '#web/lib/forms/use-sent-form.ts'
import { Button } from '#web/ui/button.tsx'
import { PasswordField } from '#web/ui/forms/password-field.tsx'
import { RefusalNotice } from '#web/ui/notices/refusal-notice.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { changeAccount } from './change-account.ts'

interface Values {
  email: string
  password: string
}

/** A new email, or the same one again: who has a password gives it, so that nobody else moves the account. */
export function EmailForm({ user, email, onClose }: { user: User; email: string; onClose: () => void }) {
  const { t } = useLingui()
  const { i18n } = useCatalog()
  const schema = z.object({ email: Email, password: user.hasPassword ? Secret : z.string() })
  const { form, errors, failure, isSubmitting, submit } = useSentForm<Values>({
    values: { email, password: '' },
    check: schema,
    async send(typed, { setError }) {
      if (canonicalEmail(typed.email) === user.email)
        return setError('email', { message: t`This is already your email` }, { shouldFocus: true })
      await changeAccount({ email: typed.email, ...(user.hasPassword && { password: typed.password }) })
      onClose()
    },
    place(refusal, { setError }) {
      if (isCallError(refusal, 'auth.company_sign_in_required')) {
        setError(
          'email',
          {
            message: t`People with such an email sign in through their company. Use another email, or ask the company to invite you.`,
          },
          { shouldFocus: true },
        )
        return true
      }
      if (!isCallError(refusal, 'password.wrong')) return undefined
      setError('password', { message: describeFailure(refusal, i18n) }, { shouldFocus: true })
      return true
    },
  })

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4 sm:max-w-md">
      {failure !== null && <RefusalNotice failure={failure} />}
      <TextField
        label={t`New email`}
        hint={t`We’ll send a link there. The new email takes effect when you open it.`}
        type="email"
        inputMode="email"
        autoComplete="email"
        autoFocus={email === ''}
        error={errors.email?.message}
        {...form.register('email')}
      />
      {user.hasPassword && (
        <PasswordField
          label={t`Your password`}
          autoComplete="current-password"
          autoFocus={email !== ''}
          error={errors.password?.message}
          {...form.register('password')}
        />
      )}
      <div className="flex flex-wrap gap-2">
        <Button submit loading={isSubmitting}>
          <Trans>Send link</Trans>
        </Button>
        <Button type="text" color="neutral" onClick={onClose}>
          <Trans>Cancel</Trans>
        </Button>
      </div>
    </form>
  )
}
