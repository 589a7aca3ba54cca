import { useLingui as useCatalog } from '@lingui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { useRef, useState, type FormEvent } from 'react'
import { login } from '@countersign/contract/sessions.ts'
import { call } from '#web/lib/api.ts'
import { isCallError } from '#web/lib/call-error.ts'
import { describeField, type FieldCode } from '#web/lib/field-errors.ts'
import { rememberEmail } from '#web/lib/return-address.ts'
import { startSession } from '#web/lib/session.ts'
import { Button } from '#web/ui/button.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { SignInRefusal } from './sign-in-refusal.tsx'

/** Checking an e-mail is loaded when somebody types: this page is the one that has to be small. */
const emailSchema = async () => (await import('@countersign/contract/values.ts')).Email

/** No form library here, for the same reason. */
export function SignInForm({ email: given, onSignedIn }: { email: string; onSignedIn: () => void }) {
  const { t } = useLingui()
  const { i18n } = useCatalog()
  const [email, setEmail] = useState(given)
  const [password, setPassword] = useState('')
  const [wrong, setWrong] = useState<{ email?: FieldCode; password?: FieldCode }>({})
  const [failure, setFailure] = useState<unknown>(null)
  const [busy, setBusy] = useState(false)
  const emailInput = useRef<HTMLInputElement>(null)
  const passwordInput = useRef<HTMLInputElement>(null)

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    const valid = (await emailSchema()).safeParse(email).success
    const found = problemsOf(email, password, valid)
    setWrong(found)
    setFailure(null)
    if (found.email) return emailInput.current?.focus()
    if (found.password) return passwordInput.current?.focus()
    setBusy(true)
    rememberEmail(email.trim())
    try {
      const { token, expires_at } = await call(login, { body: { email: email.trim(), password } })
      startSession({ token, expiresAt: expires_at })
      onSignedIn()
    } catch (refusal) {
      setBusy(false)
      setFailure(refusal)
      if (isCallError(refusal, 'auth.credentials_invalid')) passwordInput.current?.select()
    }
  }

  return (
    <form
      noValidate
      onSubmit={(event) => void submit(event)}
      onInput={() => void emailSchema()}
      className="flex flex-col gap-4"
    >
      {failure !== null && <SignInRefusal failure={failure} />}
      <TextField
        ref={emailInput}
        label={t`E-mail`}
        type="email"
        name="email"
        autoComplete="username"
        inputMode="email"
        autoFocus={given === ''}
        value={email}
        onChange={(event) => setEmail(event.target.value)}
        error={wrong.email && describeField(wrong.email, i18n)}
      />
      <PasswordField
        ref={passwordInput}
        label={t`Password`}
        name="password"
        autoComplete="current-password"
        autoFocus={given !== ''}
        value={password}
        onChange={(event) => setPassword(event.target.value)}
        error={wrong.password && describeField(wrong.password, i18n)}
      />
      <Button submit block size="lg" loading={busy}>
        <Trans>Sign in</Trans>
      </Button>
    </form>
  )
}

function problemsOf(
  email: string,
  password: string,
  valid: boolean,
): { email?: FieldCode; password?: FieldCode } {
  const emailProblem = email.trim() === '' ? 'required' : valid ? undefined : 'email'
  return {
    ...(emailProblem && { email: emailProblem }),
    ...(password === '' && { password: 'required' as const }),
  }
}
