import { useLingui as useCatalog } from '@lingui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { useRef, useState, type FormEvent, type ReactNode } from 'react'
import type { SecondFactorChallenge } from '@countersign/contract/errors.ts'
import { login } from '@countersign/contract/sessions.ts'
import { call } from '#web/lib/calls/api.ts'
import { isCallError } from '#web/lib/calls/call-error.ts'
import type { FieldCode } from '#web/lib/errors/field-errors.ts'
import { paths } from '#web/lib/paths.ts'
import { rememberEmail } from '#web/lib/account/return-address.ts'
import { startSession } from '#web/lib/account/session.ts'
import { ownTimeZone } from '#web/lib/language/time-zone.ts'
import { AppLink } from '#web/ui/app-link.tsx'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notices/notice.tsx'
import { PasswordField } from '#web/ui/forms/password-field.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'

// What a try takes is loaded when someone types: this page is the one that has to be small.
const emailSchema = async () => (await import('@countersign/contract/values.ts')).Email
const refusalNotice = () => import('#web/ui/notices/refusal-notice.tsx')

function prepare(): void {
  // What does not come now is asked for again when it is needed.
  Promise.all([emailSchema(), refusalNotice()]).catch(() => {})
}

interface SignInFormProps {
  email: string
  /** The account is known already: its email stays as it is, and it is its password that is asked for. */
  emailFixed: boolean
  onSignedIn: () => Promise<void>
  onSecondFactor: (challenge: SecondFactorChallenge) => Promise<void>
  /** Leads to the sign-in of the email's company; answers false where there is none. */
  leadToCompany: (email: string) => Promise<boolean>
}

type FormErrors = { email?: FieldCode | 'no_company'; password?: FieldCode }

/** No form library here, for the same reason. */
export function SignInForm({ email: given, emailFixed, ...next }: SignInFormProps) {
  const { t } = useLingui()
  const { i18n } = useCatalog()
  const [email, setEmail] = useState(given)
  const [password, setPassword] = useState('')
  const [wrong, setWrong] = useState<FormErrors>({})
  const [refused, setRefused] = useState<ReactNode>(null)
  const [busy, setBusy] = useState<'password' | 'company' | null>(null)
  const emailInput = useRef<HTMLInputElement>(null)
  const passwordInput = useRef<HTMLInputElement>(null)

  /** Answers whether all is there; goes to the first field that is not right. */
  async function check(withPassword: boolean): Promise<boolean> {
    const valid = (await emailSchema()).safeParse(email).success
    const found = problemsOf(email, withPassword ? password : null, valid)
    setWrong(found)
    setRefused(null)
    if (found.email) emailInput.current?.focus()
    else if (found.password) passwordInput.current?.focus()
    return !found.email && !found.password
  }

  async function attempt(kind: 'password' | 'company', act: () => Promise<void>) {
    if (busy) return
    setBusy(kind)
    try {
      if (await check(kind === 'password')) {
        rememberEmail(email.trim())
        await act()
      }
    } catch (refusal) {
      await tell(refusal)
    }
    setBusy(null)
  }

  async function tell(refusal: unknown) {
    // The email was held to the same schema here; a password is any text, and has only a most.
    if (isCallError(refusal, 'validation.failed')) setWrong({ password: 'too_long' })
    else setRefused(await noticeOf(refusal))
    if (isCallError(refusal, 'auth.credentials_invalid') || isCallError(refusal, 'validation.failed'))
      passwordInput.current?.select()
  }

  /** Without a connection not even what tells of it can be loaded. */
  async function noticeOf(refusal: unknown): Promise<ReactNode> {
    try {
      const { RefusalNotice } = await refusalNotice()
      return <RefusalNotice failure={refusal} />
    } catch {
      return <Notice kind="error">{i18n._('error.network')}</Notice>
    }
  }

  async function signIn() {
    try {
      const body = { email: email.trim(), password, timeZone: ownTimeZone() }
      const { token, expires_at } = await call(login, { body })
      startSession({ token, expiresAt: expires_at })
    } catch (refusal) {
      if (isCallError(refusal, 'auth.company_sign_in_required') && !emailFixed) return signInWithCompany()
      if (!isCallError(refusal, 'auth.second_factor_required') || !refusal.secondFactor) throw refusal
      return next.onSecondFactor(refusal.secondFactor)
    }
    await next.onSignedIn()
  }

  async function signInWithCompany() {
    if (await next.leadToCompany(email.trim())) return
    setWrong({ email: 'no_company' })
    emailInput.current?.focus()
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    void attempt('password', signIn)
  }

  // As `describeField`, without what it comes with: reading the service's field errors, which nothing here takes.
  const describe = (code: FieldCode) => i18n._(`field.${code}`)
  const domain = email.trim().split('@').at(-1)
  return (
    <form noValidate onSubmit={submit} onInput={prepare} className="flex flex-col gap-4">
      {refused}
      <TextField
        ref={emailInput}
        label={t`Email`}
        type="email"
        name="email"
        autoComplete="username"
        inputMode="email"
        autoFocus={given === ''}
        readOnly={emailFixed}
        value={email}
        onChange={(event) => setEmail(event.target.value)}
        error={
          wrong.email === 'no_company'
            ? t`No company sign-in is set up for ${domain}. Use your password instead`
            : wrong.email && describe(wrong.email)
        }
      />
      <PasswordField
        ref={passwordInput}
        label={t`Password`}
        name="password"
        autoComplete="current-password"
        autoFocus={given !== ''}
        value={password}
        onChange={(event) => setPassword(event.target.value)}
        error={wrong.password && describe(wrong.password)}
      />
      <Button submit block size="lg" loading={busy === 'password'}>
        <Trans>Sign in</Trans>
      </Button>
      {!emailFixed && (
        <Button
          type="secondary"
          block
          size="lg"
          loading={busy === 'company'}
          onClick={() => void attempt('company', signInWithCompany)}
        >
          <Trans>Sign in with your company</Trans>
        </Button>
      )}
      <AppLink
        to={paths.passwordReset({ email: email.trim() })}
        className="-my-2 flex min-h-11 items-center self-center text-sm font-medium text-accent underline"
      >
        <Trans>Forgot your password?</Trans>
      </AppLink>
    </form>
  )
}

/** A password of null is not asked for. */
function problemsOf(email: string, password: string | null, valid: boolean): FormErrors {
  const emailProblem = email.trim() === '' ? 'required' : valid ? undefined : 'email'
  return {
    ...(emailProblem && { email: emailProblem }),
    ...(password === '' && { password: 'required' as const }),
  }
}
