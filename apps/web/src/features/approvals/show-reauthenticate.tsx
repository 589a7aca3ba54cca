import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { isCallError } from '#web/lib/calls/call-error.ts'
import { useStore } from '#web/lib/browser/store.ts'
import { Button } from '#web/ui/button.tsx'
import { DialogButtons } from '#web/ui/dialogs/dialog-host.tsx'
import { openOverlay } from '#web/ui/dialogs/dialog-store.ts'
import { PasswordField } from '#web/ui/forms/password-field.tsx'
import { Spinner } from '#web/ui/progress.tsx'
import { Notice } from '#web/ui/notices/notice.tsx'
import { RefusalNotice } from '#web/ui/notices/refusal-notice.tsx'
import type { OpenStep, ShowStep } from './open-step.ts'
import { openPart11Info } from './part11-info.tsx'
import { takePassword } from './part11-words.ts'
import { StopButton } from './stop-button.tsx'
import { Submitted } from './submitted.tsx'
import { useLeave } from './use-leave.ts'

/** One proves again that one is who one is (21 CFR 11.200). A password typed with name and reason is given at once. */
export const showReauthenticate: ShowStep = (open) => {
  const password = takePassword()
  return openOverlay({
    namespace: 'document',
    name: 'part-11-verification',
    title: <Trans>Confirm it’s you</Trans>,
    content: () =>
      open.step.get().method === 'sso' ? (
        <AtCompany open={open} />
      ) : (
        <ByPassword open={open} given={password} />
      ),
  })
}

function ByPassword({ open, given }: { open: OpenStep; given: string | null }) {
  const { t } = useLingui()
  const step = useStore(open.step)
  const [password, setPassword] = useState('')
  const [missing, setMissing] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const [proving, setProving] = useState(given !== null)
  const first = useRef(given)
  const field = useRef<HTMLInputElement>(null)
  const isWrong = isCallError(failure, 'password.wrong')
  const isCompanys = isCallError(failure, 'auth.company_sign_in_required')

  async function prove(typed: string) {
    setProving(true)
    setFailure(null)
    try {
      await open.take(await open.calls.reauthenticate(step, typed))
    } catch (refusal) {
      setPassword('')
      await open.take(null).catch(() => undefined)
      setFailure(refusal)
      field.current?.focus()
    } finally {
      setProving(false)
    }
  }

  useEffect(() => {
    const typed = first.current
    first.current = null
    if (typed !== null) void prove(typed)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, with what was typed before
  }, [])

  function submit(event: FormEvent) {
    event.preventDefault()
    setMissing(password === '')
    if (password === '') field.current?.focus()
    if (!proving && password !== '') void prove(password)
  }

  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4">
      <p>
        <Trans>Regulated records require you to re-enter your password each time you sign.</Trans>
      </p>
      <Submitted open={open} />
      {given !== null && proving && (
        <p role="status" className="flex items-center gap-3">
          <Spinner /> <Trans>Checking your password.</Trans>
        </p>
      )}
      <PasswordField
        ref={field}
        label={t`Account password`}
        value={password}
        autoComplete="current-password"
        onChange={(event) => setPassword(event.target.value)}
        error={
          missing ? t`Enter your password.` : isWrong ? t`Incorrect password. Please try again.` : undefined
        }
        hint={
          step.attemptsLeft !== null && (
            <Plural value={step.attemptsLeft} one="1 attempt left." other="# attempts left." />
          )
        }
      />
      {isCompanys && (
        <Notice kind="error">
          <Trans>
            Your business requires company sign-in. Sign out, sign in with your company, then sign this
            record.
          </Trans>
        </Notice>
      )}
      {failure !== null && !isWrong && !isCompanys && <RefusalNotice failure={failure} />}
      <div className="-ml-3">
        <Button type="text" size="sm" icon="help" onClick={openPart11Info}>
          <Trans>What does this mean?</Trans>
        </Button>
      </div>
      <DialogButtons>
        <StopButton open={open} disabled={proving} onFailure={setFailure} />
        <Button submit icon="sign" size="lg" loading={proving}>
          <Trans>Sign with password</Trans>
        </Button>
      </DialogButtons>
    </form>
  )
}

function AtCompany({ open }: { open: OpenStep }) {
  const step = useStore(open.step)
  const { leaving, failure, setFailure, leave } = useLeave(
    open,
    async () => (await open.calls.startReauthentication(step)).url,
  )

  return (
    <div className="flex flex-col gap-4">
      <p>
        <Trans>
          Regulated records require you to sign in again each time you sign. We’ll take you to your company
          sign-in and sign the record when you come back.
        </Trans>
      </p>
      <Submitted open={open} />
      {failure !== null && <RefusalNotice failure={failure} />}
      <DialogButtons>
        <StopButton open={open} disabled={leaving} onFailure={setFailure} />
        <Button size="lg" icon="sign" loading={leaving} onClick={() => void leave()}>
          <Trans>Sign in and sign</Trans>
        </Button>
      </DialogButtons>
    </div>
  )
}
