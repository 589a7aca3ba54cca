import { useLingui as useCatalog } from '@lingui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react'
import { isCallError } from '#web/lib/calls/call-error.ts'
import { describeFailure } from '#web/lib/errors/errors.ts'
import { describeField } from '#web/lib/errors/field-errors.ts'
import { Button } from '#web/ui/button.tsx'
import { DialogButtons } from '#web/ui/dialogs/dialog-host.tsx'
import type { DialogControls } from '#web/ui/dialogs/dialog-store.ts'
import { PasswordField } from '#web/ui/forms/password-field.tsx'
import { RefusalNotice } from '#web/ui/notices/refusal-notice.tsx'
import { useAttempt } from '#web/lib/forms/use-attempt.ts'

export interface ProofFormProps {
  hasPassword: boolean
  /** Says what happens. */
  button: string
  color?: 'accent' | 'error'
  /** Between what is said and the password, such as a name to give. */
  children?: ReactNode
  onProof: (proof: { password?: string }) => Promise<unknown>
  /** Of the dialog that it is in: nothing closes that while the proof is on its way. */
  during: DialogControls['during']
  onCancel: () => void
}

/** Anyone who changes how one gets in proves again who they are. What is typed stays when it is refused. */
export function ProofForm(props: ProofFormProps) {
  const { hasPassword, button, color, children, onProof, during, onCancel } = props
  const { t } = useLingui()
  const { i18n } = useCatalog()
  const [password, setPassword] = useState('')
  const [missing, setMissing] = useState(false)
  const { busy, failure, attempt } = useAttempt()
  const wrong = isCallError(failure, 'password.wrong')
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (!wrong) return
    input.current?.focus()
    input.current?.select()
  }, [wrong])

  function submit(event: FormEvent) {
    event.preventDefault()
    const empty = hasPassword && password === ''
    setMissing(empty)
    if (empty) input.current?.focus()
    else void attempt(() => during(() => onProof(hasPassword ? { password } : {})))
  }

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      {children}
      {hasPassword && (
        <PasswordField
          ref={input}
          label={t`Your password`}
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
          error={
            missing ? describeField('required', i18n) : wrong ? describeFailure(failure, i18n) : undefined
          }
        />
      )}
      {failure !== null && !wrong && <RefusalNotice failure={failure} />}
      <DialogButtons>
        <Button type="secondary" color="neutral" onClick={onCancel}>
          <Trans>Cancel</Trans>
        </Button>
        <Button submit loading={busy} {...(color && { color })}>
          {button}
        </Button>
      </DialogButtons>
    </form>
  )
}
