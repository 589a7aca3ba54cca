import { useLingui as useCatalog } from '@lingui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { Suspense, useState, type FormEvent } from 'react'
import type { BodyOf, OutputOf } from '@countersign/contract/endpoint.ts'
import { confirmTotp, startTotp } from '@countersign/contract/second-factors.ts'
import { focusFirstWrong } from '#web/lib/forms/focus-first-wrong.ts'
import { call } from '#web/lib/calls/api.ts'
import { isCallError } from '#web/lib/calls/call-error.ts'
import { describeFailure } from '#web/lib/errors/errors.ts'
import { describeField } from '#web/lib/errors/field-errors.ts'
import { Button } from '#web/ui/button.tsx'
import { DialogButtons } from '#web/ui/dialogs/dialog-host.tsx'
import { type DialogControls, openDialog } from '#web/ui/dialogs/dialog-store.ts'
import { RefusalNotice } from '#web/ui/notices/refusal-notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { lostResponse } from './lost-response.ts'
import { ProofForm } from './proof-form.tsx'
import { useAttempt } from '#web/lib/forms/use-attempt.ts'
import { later } from '#web/ui/later.tsx'

const QrCode = later(async () => ({ default: (await import('#web/ui/qr-code.tsx')).QrCode }))

type NewAuthenticator = OutputOf<typeof confirmTotp>
type TotpStart = OutputOf<typeof startTotp>

interface Setup {
  hasPassword: boolean
  onDone: (added: NewAuthenticator) => void
  onClose: () => void
}

export function openTotpSetup({ onClose, ...setup }: Setup): void {
  openDialog({
    namespace: 'profile',
    name: 'set up authenticator',
    title: <Trans>Set up an authenticator app</Trans>,
    content: ({ close, during }) => <TotpSetup {...setup} during={during} onClose={close} />,
    onClose,
  })
}

function TotpSetup({ hasPassword, during, onDone, onClose }: Setup & Pick<DialogControls, 'during'>) {
  const { t } = useLingui()
  const [started, setStarted] = useState<TotpStart | null>(null)
  if (started) {
    const finish = (added: NewAuthenticator) => {
      onClose()
      onDone(added)
    }
    return <ScanAndConfirm started={started} onDone={finish} onClose={onClose} />
  }
  return (
    <ProofForm
      hasPassword={hasPassword}
      button={t`Show QR code`}
      during={during}
      onCancel={onClose}
      onProof={async (proof) => setStarted(await call(startTotp, { body: proof }))}
    >
      <p>
        <Trans>
          An authenticator app on your phone shows a new code every 30 seconds. Any one-time code app works.
        </Trans>
      </p>
    </ProofForm>
  )
}

interface ScanProps {
  started: TotpStart
  onDone: (added: NewAuthenticator) => void
  onClose: () => void
}

function ScanAndConfirm({ started, onDone, onClose }: ScanProps) {
  const { t } = useLingui()
  const { i18n } = useCatalog()
  const [code, setCode] = useState('')
  const [missing, setMissing] = useState(false)
  const { busy, failure, attempt } = useAttempt()
  const [confirmation] = useState(() =>
    lostResponse((body: BodyOf<typeof confirmTotp>, idempotencyKey) =>
      call(confirmTotp, { params: { id: started.id }, body }, { idempotencyKey }),
    ),
  )
  const wrong = isCallError(failure, 'second_factor.code_invalid')

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const typed = code.replace(/\s/g, '')
    setMissing(typed === '')
    if (typed === '') return focusFirstWrong(event.currentTarget)
    const body = { code: typed, name: t`Authenticator app` }
    void attempt(async () => onDone((await confirmation.again()) ?? (await confirmation.send(body))))
  }

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <p>
        <Trans>Scan this with the app, or enter the secret manually. Then enter the code it shows.</Trans>
      </p>
      <Suspense fallback={<Skeleton className="mx-auto size-52" />}>
        <QrCode text={started.uri} label={t`QR code for the authenticator app`} />
      </Suspense>
      <div className="flex flex-wrap items-center justify-between gap-2 rounded bg-hover px-3 py-2">
        <p className="min-w-0">
          <span className="block text-sm text-ink-secondary">
            <Trans>Secret</Trans>
          </span>
          <code className="text-sm wrap-anywhere">{grouped(started.secret)}</code>
        </p>
        <CopyButton text={started.secret} />
      </div>
      <TextField
        label={t`Authenticator app code`}
        inputMode="numeric"
        autoComplete="one-time-code"
        autoFocus
        maxLength={12}
        value={code}
        onChange={(event) => setCode(event.target.value)}
        error={missing ? describeField('required', i18n) : wrong ? describeFailure(failure, i18n) : undefined}
      />
      {failure !== null && !wrong && <RefusalNotice failure={failure} />}
      <DialogButtons>
        <Button type="secondary" color="neutral" onClick={onClose}>
          <Trans>Cancel</Trans>
        </Button>
        <Button submit loading={busy}>
          <Trans>Turn on</Trans>
        </Button>
      </DialogButtons>
    </form>
  )
}

/** In fours, as one reads it aloud or types it over. */
function grouped(secret: string): string {
  return secret.replace(/(.{4})(?=.)/g, '$1 ')
}
