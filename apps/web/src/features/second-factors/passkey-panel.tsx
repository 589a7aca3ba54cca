import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser'
import { Trans } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notices/notice.tsx'
import { isCallError } from '#web/lib/calls/call-error.ts'
import { RefusalNotice } from '#web/ui/notices/refusal-notice.tsx'
import type { Proof } from './offered-methods.ts'

interface PasskeyPanelProps {
  /** What the service wants signed (WebAuthn § 5.8.2), as JSON. */
  options: Record<string, unknown>
  prove: (proof: Proof) => Promise<void>
}

/** The browser asks for the passkey when the button is pressed, never on its own. */
export function PasskeyPanel({ options, prove }: PasskeyPanelProps) {
  const [failure, setFailure] = useState<unknown>(null)
  const [busy, setBusy] = useState(false)

  // Another method was chosen: the browser need not ask any longer.
  const asking = useRef(false)
  useEffect(
    () => () => {
      if (asking.current) void stopAsking()
    },
    [],
  )

  async function usePasskey() {
    setBusy(true)
    setFailure(null)
    try {
      asking.current = true
      const passkey = await answerOf(options).finally(() => (asking.current = false))
      await prove({ passkey })
    } catch (refusal) {
      setFailure(refusal)
    }
    setBusy(false)
  }

  return (
    <>
      <p className="text-ink-secondary">
        <Trans>Your account uses two-factor authentication. Confirm it’s you with your passkey.</Trans>
      </p>
      {failure !== null && <PasskeyRefusal failure={failure} />}
      <Button block size="lg" loading={busy} onClick={() => void usePasskey()}>
        <Trans>Use my passkey</Trans>
      </Button>
    </>
  )
}

const webauthn = () => import('@simplewebauthn/browser')

async function stopAsking(): Promise<void> {
  const { WebAuthnAbortService } = await webauthn()
  WebAuthnAbortService.cancelCeremony()
}

async function answerOf(options: Record<string, unknown>): Promise<Record<string, unknown>> {
  const { startAuthentication } = await webauthn()
  const answer = await startAuthentication({
    optionsJSON: options as unknown as PublicKeyCredentialRequestOptionsJSON,
  })
  return { ...answer }
}

/** The browser does not tell a refusal from a passkey that is not there (WebAuthn § 14.5.2): neither do the words. */
function PasskeyRefusal({ failure }: { failure: unknown }) {
  if (isCallError(failure)) return <RefusalNotice failure={failure} />
  return (
    <Notice kind="error">
      <Trans>
        The passkey wasn’t used: it was cancelled, timed out or isn’t on this device. Try again or use another
        method.
      </Trans>
    </Notice>
  )
}
