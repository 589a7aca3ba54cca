import { Trans, useLingui } from '@lingui/react/macro'
import { useRef, useState, type FormEvent } from 'react'
import { isCallError } from '#web/lib/calls/call-error.ts'
import { describeField } from '#web/lib/errors/field-errors.ts'
import { typedCode } from '#web/lib/forms/typed-code.ts'
import { Button } from '#web/ui/button.tsx'
import { RefusalNotice } from '#web/ui/notices/refusal-notice.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import type { Proof } from './offered-methods.ts'

interface CodeFormProps {
  kind: 'totp' | 'recovery_code'
  prove: (proof: Proof) => Promise<void>
}

/** One field that takes a paste (WCAG 2.2, 3.3.8): six digits of the app, or a recovery code. */
export function CodeForm({ kind, prove }: CodeFormProps) {
  const { t, i18n } = useLingui()
  const [code, setCode] = useState('')
  const [wrong, setWrong] = useState<string>()
  const [failure, setFailure] = useState<unknown>(null)
  const [busy, setBusy] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const fromApp = kind === 'totp'

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    setFailure(null)
    setWrong(typedCode(code) === '' ? describeField('required', i18n) : undefined)
    if (typedCode(code) === '') return input.current?.focus()
    setBusy(true)
    try {
      await prove({ code: typedCode(code) })
    } catch (refusal) {
      const aboutCode =
        isCallError(refusal, 'second_factor.code_invalid') || isCallError(refusal, 'validation.failed')
      if (!aboutCode) setFailure(refusal)
      else {
        setWrong(
          fromApp
            ? t`Incorrect or expired code. Enter the latest one. If it’s refused again, check that your phone sets its time automatically.`
            : t`This recovery code is incorrect or already used`,
        )
        input.current?.select()
      }
    }
    setBusy(false)
  }

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      {failure !== null && <RefusalNotice failure={failure} />}
      <TextField
        ref={input}
        label={fromApp ? t`Authenticator app code` : t`Recovery code`}
        hint={
          fromApp
            ? t`Six digits. The app shows new ones every 30 seconds.`
            : t`One of the codes you saved when you set up two-factor authentication. Each works once.`
        }
        name="code"
        autoComplete={fromApp ? 'one-time-code' : 'off'}
        inputMode={fromApp ? 'numeric' : 'text'}
        autoCapitalize="none"
        spellCheck={false}
        autoFocus
        value={code}
        onChange={(event) => setCode(event.target.value)}
        error={wrong}
      />
      <Button submit block size="lg" loading={busy}>
        <Trans>Sign in</Trans>
      </Button>
    </form>
  )
}
