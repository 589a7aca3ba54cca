import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/browser'
import type { OutputOf } from '@countersign/contract/endpoint.ts'
import { confirmPasskey, startPasskey } from '@countersign/contract/second-factors.ts'
import { call, type CallInput } from '#web/lib/calls/api.ts'
import { type DialogControls, openDialog } from '#web/ui/dialogs/dialog-store.ts'
import { Notice } from '#web/ui/notices/notice.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { deviceOf } from './device.ts'
import { lostResponse } from './lost-response.ts'
import { passkeyProblem, type PasskeyProblem } from './passkey-problem.ts'
import { ProofForm } from './proof-form.tsx'
import { useDeviceWords } from './use-device-words.ts'

type NewPasskey = OutputOf<typeof confirmPasskey>

interface Setup {
  hasPassword: boolean
  onDone: (added: NewPasskey) => void
  onClose: () => void
}

export function openPasskeySetup({ onClose, ...setup }: Setup): void {
  openDialog({
    namespace: 'profile',
    name: 'add passkey',
    title: <Trans>Add a passkey</Trans>,
    content: ({ close, during }) => <PasskeySetup {...setup} during={during} onClose={close} />,
    onClose,
  })
}

function PasskeySetup({ hasPassword, during, onDone, onClose }: Setup & Pick<DialogControls, 'during'>) {
  const { t } = useLingui()
  const here = useDeviceWords()(deviceOf(navigator.userAgent))
  const [name, setName] = useState(here)
  const [problem, setProblem] = useState<PasskeyProblem | null>(null)
  const [confirmation] = useState(() =>
    lostResponse((input: CallInput<typeof confirmPasskey>, idempotencyKey) =>
      call(confirmPasskey, input, { idempotencyKey }),
    ),
  )

  function finish(added: NewPasskey) {
    onClose()
    onDone(added)
  }

  async function add(proof: { password?: string }) {
    setProblem(null)
    // The device has the passkey by then, and wouldn't make another one.
    const answered = await confirmation.again()
    if (answered) return finish(answered)
    const { browserSupportsWebAuthn, startRegistration } = await import('@simplewebauthn/browser')
    if (!browserSupportsWebAuthn()) return setProblem('unsupported')
    const { id, options } = await call(startPasskey, { body: proof })
    try {
      const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON
      const response = { ...(await startRegistration({ optionsJSON })) }
      const body = { response, name: name.trim() || here }
      finish(await confirmation.send({ params: { id }, body }))
    } catch (failure) {
      const known = passkeyProblem(failure)
      if (known === null) throw failure
      setProblem(known)
    }
  }

  return (
    <ProofForm
      hasPassword={hasPassword}
      button={t`Add a passkey`}
      during={during}
      onCancel={onClose}
      onProof={add}
    >
      <p>
        <Trans>
          Your device or password manager stores the passkey. You then sign in with your fingerprint, face or
          device PIN.
        </Trans>
      </p>
      <TextField
        label={t`Name`}
        hint={t`To help you recognise it in the list.`}
        value={name}
        maxLength={60}
        onChange={(event) => setName(event.target.value)}
      />
      {problem && <PasskeyProblemNotice problem={problem} />}
    </ProofForm>
  )
}

function PasskeyProblemNotice({ problem }: { problem: PasskeyProblem }) {
  const { t } = useLingui()
  const words: Record<PasskeyProblem, string> = {
    cancelled: t`No passkey was added: it was cancelled or timed out. Please try again.`,
    exists: t`This device already has a passkey for your account.`,
    unsupported: t`This browser doesn’t support passkeys here. Use another browser or an authenticator app.`,
  }
  return <Notice kind="error">{words[problem]}</Notice>
}
