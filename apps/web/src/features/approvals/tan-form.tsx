import type { SigningStep } from '@countersign/contract/signature-request-shapes.ts'
import { useLingui as useCatalog } from '@lingui/react'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { isCallError } from '#web/lib/calls/call-error.ts'
import { formatTime } from '#web/lib/language/format.ts'
import { useStore } from '#web/lib/browser/store.ts'
import { typedCode } from '#web/lib/forms/typed-code.ts'
import { Button } from '#web/ui/button.tsx'
import { DialogButtons } from '#web/ui/dialogs/dialog-host.tsx'
import { Notice } from '#web/ui/notices/notice.tsx'
import { RefusalNotice } from '#web/ui/notices/refusal-notice.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import type { OpenStep } from './open-step.ts'
import { SendAgain } from './send-again.tsx'
import { StopButton } from './stop-button.tsx'
import { Submitted } from './submitted.tsx'

/** One field that takes a paste (WCAG 3.3.8). A wrong code is marked in it, with the attempts that are left. */
export function TanForm({ open }: { open: OpenStep }) {
  const field = useRef<HTMLInputElement>(null)
  const { i18n } = useCatalog()
  const { t } = useLingui()
  const step = useStore(open.step)
  const [code, setCode] = useState('')
  const [fault, setFault] = useState<'incomplete' | 'incorrect' | null>(null)
  const [giving, setGiving] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const until = formatTime(step.expiresAt, i18n.locale)
  useEffect(() => {
    // Once the dialog around it is open: it takes the focus for its title first.
    const timer = window.setTimeout(() => field.current?.focus())
    return () => window.clearTimeout(timer)
  }, [])

  async function give(event: FormEvent) {
    event.preventDefault()
    const typed = typedCode(code).replaceAll('-', '')
    // What cannot be the code costs no try.
    const isCode = /^\d{6}$/.test(typed)
    setFault(isCode ? null : 'incomplete')
    if (!isCode) field.current?.focus()
    if (giving || !isCode) return
    setGiving(true)
    setFailure(null)
    try {
      const { requestId, signatureId } = open
      await open.take(await open.calls.giveCode({ step, requestId, signatureId }, typed))
    } catch (refusal) {
      await refused(refusal)
    } finally {
      setGiving(false)
    }
  }

  async function refused(refusal: unknown) {
    // Wrong, too late or too often: how it stands now is for the service to say.
    if (isCallError(refusal) && refusal.status >= 400 && refusal.status < 500)
      await open.take(null).catch(() => undefined)
    if (isCallError(refusal, 'tan.invalid')) {
      setCode('')
      setFault('incorrect')
      field.current?.focus()
    } else setFailure(refusal)
  }

  return (
    <form onSubmit={(event) => void give(event)} noValidate className="flex flex-col gap-4">
      <p>
        <WhereItWent step={step} /> <Trans context="code">Valid until {until}.</Trans>
      </p>
      <Submitted open={open} />
      <TextField
        ref={field}
        label={t`Code`}
        value={code}
        inputMode="numeric"
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        onChange={(event) => setCode(event.target.value)}
        error={
          fault === 'incomplete' ? (
            t`Enter the six-digit code from the message.`
          ) : fault === 'incorrect' ? (
            <Incorrect attemptsLeft={step.attemptsLeft} />
          ) : undefined
        }
        hint={
          fault !== 'incorrect' &&
          step.attemptsLeft !== null && (
            <Plural value={step.attemptsLeft} one="1 attempt left." other="# attempts left." />
          )
        }
      />
      {failure !== null && <RefusalNotice failure={failure} />}
      {isCallError(failure, 'network') && step.url && <OtherPage url={step.url} />}
      <SendAgain open={open} onSent={() => field.current?.focus()} />
      <DialogButtons>
        <StopButton open={open} disabled={giving} onFailure={setFailure} />
        <Button submit icon="sign" size="lg" loading={giving}>
          <Trans>Confirm and sign</Trans>
        </Button>
      </DialogButtons>
    </form>
  )
}

function Incorrect({ attemptsLeft }: { attemptsLeft: number | null }) {
  if (attemptsLeft === null) return <Trans>Incorrect code. Use the latest one.</Trans>
  return (
    <Plural
      value={attemptsLeft}
      one="Incorrect code. 1 attempt left."
      other="Incorrect code. # attempts left."
    />
  )
}

function WhereItWent({ step: { destination } }: { step: SigningStep }) {
  if (!destination) return <Trans>We’ve sent you a six-digit code.</Trans>
  return destination.includes('@') ? (
    <Trans>We emailed a six-digit code to {destination}.</Trans>
  ) : (
    <Trans>
      We sent a six-digit code by SMS to <span className="whitespace-nowrap">{destination}</span>.
    </Trans>
  )
}

/** Codes have a host of their own, which a network may keep from this page. */
function OtherPage({ url }: { url: string }) {
  return (
    <Notice
      kind="info"
      action={
        <Button type="secondary" href={url}>
          <Trans>Open the code page</Trans>
        </Button>
      }
    >
      <Trans>We can’t verify codes right now. Try the code page instead.</Trans>
    </Notice>
  )
}
