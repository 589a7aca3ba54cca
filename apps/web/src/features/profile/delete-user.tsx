import { canonicalEmail } from '@countersign/contract/email.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState, type ChangeEvent, type FormEvent } from 'react'
import { deleteUser } from '@countersign/contract/accounts.ts'
import type { User } from '@countersign/contract/account-shapes.ts'
import { focusFirstWrong } from '#web/lib/forms/focus-first-wrong.ts'
import { call } from '#web/lib/calls/api.ts'
import { Button } from '#web/ui/button.tsx'
import { openOverlay } from '#web/ui/dialogs/dialog-store.ts'
import { PasswordField } from '#web/ui/forms/password-field.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'

/** Asks for the password, or the typed email where there is none, and deletes. A refusal leaves it open. */
export function openDeleteUser(user: User, onDeleted: () => void): void {
  let proof = ''
  openOverlay({
    namespace: 'profile',
    name: 'delete user',
    title: <Trans>Delete your account permanently</Trans>,
    dismissible: true,
    async onAction() {
      await call(deleteUser, { body: user.hasPassword ? { password: proof } : { email: proof } })
      onDeleted()
    },
    content: ({ loading, act, close }) => (
      <DeleteUserForm
        user={user}
        loading={loading}
        onClose={close}
        onProof={(given) => {
          proof = given
          act('complete')
        }}
      />
    ),
  })
}

interface DeleteUserFormProps {
  user: User
  loading: boolean
  onClose: () => void
  onProof: (proof: string) => void
}

function DeleteUserForm({ user, loading, onClose, onProof }: DeleteUserFormProps) {
  const { t } = useLingui()
  const [typed, setTyped] = useState('')
  const [error, setError] = useState<string>()

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const problem = user.hasPassword
      ? typed === '' && t`Enter your password`
      : canonicalEmail(typed) !== user.email && t`Type ${user.email}`
    setError(problem || undefined)
    if (problem) focusFirstWrong(event.currentTarget)
    else onProof(user.hasPassword ? typed : typed.trim())
  }

  const field = {
    value: typed,
    error,
    autoFocus: true,
    onChange: (event: ChangeEvent<HTMLInputElement>) => setTyped(event.target.value),
  }
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <p>
        <Trans>
          Last step: account {user.email} will be deleted immediately and you’ll be signed out everywhere.
        </Trans>
      </p>
      {user.hasPassword ? (
        <PasswordField label={t`Your password`} autoComplete="current-password" {...field} />
      ) : (
        <TextField
          label={t`Your email`}
          hint={t`Your account has no password. Type ${user.email} to confirm.`}
          type="email"
          autoComplete="off"
          {...field}
        />
      )}
      <div className="mt-2 flex flex-col gap-2">
        <Button submit block size="lg" color="error" loading={loading}>
          <Trans>Delete my account permanently</Trans>
        </Button>
        <Button type="text" color="neutral" block disabled={loading} onClick={onClose}>
          <Trans>Keep my account</Trans>
        </Button>
      </div>
    </form>
  )
}
