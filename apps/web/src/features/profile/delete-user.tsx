import { canonicalEmail } from '@countersign/contract/email.ts'
import { useLingui as useCatalog } from '@lingui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState, type ChangeEvent, type FormEvent } from 'react'
import { deleteUser } from '@countersign/contract/accounts.ts'
import type { User } from '@countersign/contract/account-shapes.ts'
import { focusFirstWrong } from '#web/lib/forms/focus-first-wrong.ts'
import { createStore, useStore, type Store } from '#web/lib/browser/store.ts'
import { call } from '#web/lib/calls/api.ts'
import { isCallError } from '#web/lib/calls/call-error.ts'
import { describeFailure } from '#web/lib/errors/errors.ts'
import { Button } from '#web/ui/button.tsx'
import { openOverlay } from '#web/ui/dialogs/dialog-store.ts'
import { PasswordField } from '#web/ui/forms/password-field.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'

/** Asks for the password, or the typed email where there is none, and deletes. A refusal leaves it open. */
export function openDeleteUser(user: User, onDeleted: () => void): void {
  let proof = ''
  const wrong = createStore<unknown>(null)
  const closeOverlay = openOverlay<'prove'>({
    namespace: 'profile',
    name: 'delete user',
    title: <Trans>Delete your account permanently</Trans>,
    dismissible: true,
    async onAction() {
      wrong.set(null)
      try {
        await call(deleteUser, { body: user.hasPassword ? { password: proof } : { email: proof } })
      } catch (refusal) {
        // Said at its field; everything else below.
        if (!isCallError(refusal, 'password.wrong')) throw refusal
        return wrong.set(refusal)
      }
      onDeleted()
      closeOverlay()
    },
    content: ({ loading, act, close }) => (
      <DeleteUserForm
        user={user}
        loading={loading}
        wrong={wrong}
        onClose={close}
        onProof={(given) => {
          proof = given
          act('prove')
        }}
      />
    ),
  })
}

interface DeleteUserFormProps {
  user: User
  loading: boolean
  /** What the service says of a password that isn't the right one. */
  wrong: Store<unknown>
  onClose: () => void
  onProof: (proof: string) => void
}

function DeleteUserForm({ user, loading, wrong, onClose, onProof }: DeleteUserFormProps) {
  const { t } = useLingui()
  const { i18n } = useCatalog()
  const input = useRef<HTMLInputElement>(null)
  const refusal = useStore(wrong)
  const [typed, setTyped] = useState('')
  const [error, setError] = useState<string>()

  useEffect(() => {
    if (refusal === null) return
    input.current?.focus()
    input.current?.select()
  }, [refusal])

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
    ref: input,
    value: typed,
    error: error ?? (refusal === null ? undefined : describeFailure(refusal, i18n)),
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
