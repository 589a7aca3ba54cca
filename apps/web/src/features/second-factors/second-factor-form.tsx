import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import type { SecondFactorChallenge } from '@countersign/contract/errors.ts'
import { loginWithSecondFactor } from '@countersign/contract/sessions.ts'
import { call } from '#web/lib/calls/api.ts'
import { isCallError } from '#web/lib/calls/call-error.ts'
import { startSession } from '#web/lib/account/session.ts'
import { ownTimeZone } from '#web/lib/language/time-zone.ts'
import { Button } from '#web/ui/button.tsx'
import { PageHeading } from '#web/ui/layout/layout.tsx'
import { CodeForm } from './code-form.tsx'
import { PasskeyPanel } from './passkey-panel.tsx'
import { offeredMethods, type Proof, type SecondFactorMethod } from './offered-methods.ts'

interface SecondFactorFormProps {
  challenge: SecondFactorChallenge
  onSignedIn: () => Promise<void>
  /** The challenge is too old or used: it begins again with the password. */
  onOver: () => void
  onBack: () => void
}

/** The password was right; a passkey or a code finishes the sign-in. */
export function SecondFactorForm({ challenge, onSignedIn, onOver, onBack }: SecondFactorFormProps) {
  const methods = offeredMethods(challenge, 'PublicKeyCredential' in window)
  const [method, setMethod] = useState<SecondFactorMethod | null>(() => methods[0] ?? null)

  /** Refusals that are about the code or the passkey itself go to the person who asked for it. */
  async function prove(proof: Proof) {
    try {
      const body = { challenge: challenge.challenge, ...proof, timeZone: ownTimeZone() }
      const { token, expires_at } = await call(loginWithSecondFactor, { body })
      startSession({ token, expiresAt: expires_at })
    } catch (refusal) {
      if (isCallError(refusal, 'auth.credentials_invalid')) return onOver()
      throw refusal
    }
    await onSignedIn()
  }

  return (
    <>
      <PageHeading>
        <Trans>One more step</Trans>
      </PageHeading>
      <div className="flex flex-col gap-4">
        {method === 'passkey' && <PasskeyPanel options={challenge.passkey ?? {}} prove={prove} />}
        {(method === 'totp' || method === 'recovery_code') && (
          <CodeForm key={method} kind={method} prove={prove} />
        )}
        {method === null && <NoMethod />}
        <div className="flex flex-col items-center gap-1 border-t border-line pt-3">
          {methods
            .filter((other) => other !== method)
            .map((other) => (
              <Button key={other} type="text" onClick={() => setMethod(other)}>
                <MethodName method={other} />
              </Button>
            ))}
          <Button type="text" color="neutral" onClick={onBack}>
            <Trans>Back to password</Trans>
          </Button>
        </div>
      </div>
    </>
  )
}

function MethodName({ method }: { method: SecondFactorMethod }) {
  if (method === 'passkey') return <Trans>Use a passkey instead</Trans>
  if (method === 'totp') return <Trans>Use an app code instead</Trans>
  return <Trans>Use a recovery code instead</Trans>
}

function NoMethod() {
  return (
    <p>
      <Trans>
        Your passkey can’t be used in this browser. Sign in with another browser or on the device that has it.
      </Trans>
    </p>
  )
}
