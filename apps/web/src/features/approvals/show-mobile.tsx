import { useLingui as useCatalog } from '@lingui/react'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { formatTime } from '#web/lib/language/format.ts'
import { useStore } from '#web/lib/browser/store.ts'
import { Button } from '#web/ui/button.tsx'
import { DialogButtons } from '#web/ui/dialogs/dialog-host.tsx'
import { openOverlay } from '#web/ui/dialogs/dialog-store.ts'
import { Spinner } from '#web/ui/progress.tsx'
import { RefusalNotice } from '#web/ui/notices/refusal-notice.tsx'
import type { OpenStep, ShowStep } from './open-step.ts'
import { StopButton } from './stop-button.tsx'
import { Submitted } from './submitted.tsx'

/** Password and code: on the trust service's page. Mobile ID: on the phone. This page waits, and hears of it. */
export const showMobile: ShowStep = (open) =>
  openOverlay({
    namespace: 'document',
    name: 'mobile-advanced-signing',
    title:
      open.step.get().kind === 'MOBILE_ID' ? (
        <Trans>Confirm on your phone</Trans>
      ) : (
        <Trans>Confirm with password and code</Trans>
      ),
    content: () => <Approve open={open} />,
  })

function Approve({ open }: { open: OpenStep }) {
  const { i18n } = useCatalog()
  const step = useStore(open.step)
  const [asking, setAsking] = useState(false)
  const [notYet, setNotYet] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const hasPage = step.kind === 'PASSWORD_OTP'
  const until = formatTime(step.expiresAt, i18n.locale)

  async function goOn() {
    setAsking(true)
    setFailure(null)
    try {
      await open.take(await open.calls.proceed(step.id, hasPage))
      // Still here: the service has not heard of it.
      setNotYet(true)
    } catch (refusal) {
      setFailure(refusal)
    } finally {
      setAsking(false)
    }
  }

  return (
    <div className="flex flex-col gap-5">
      <Submitted open={open} />
      <ol className="flex list-decimal flex-col gap-2 pl-5">
        {hasPage ? (
          <>
            <li>
              <Trans>Open the trust service’s page. It opens in a new window.</Trans>
            </li>
            <li>
              <Trans>Enter your password and the code sent to your phone.</Trans>
            </li>
          </>
        ) : (
          <>
            <li>
              <Trans>Confirm the signature in the message on your phone.</Trans>
            </li>
            <li>
              <Trans>Confirm with your Mobile ID PIN.</Trans>
            </li>
          </>
        )}
        <li>
          <Trans>Return here. This page updates automatically.</Trans>
        </li>
      </ol>
      {hasPage && step.url && (
        <Button href={step.url} size="lg" icon="sign">
          <Trans>Open the trust service’s page</Trans>
        </Button>
      )}
      <p role="status" className="flex items-center gap-3 text-sm text-ink-secondary">
        <Spinner />
        {notYet ? (
          <Trans>We haven’t received your confirmation yet. We’ll keep checking until {until}.</Trans>
        ) : (
          <Trans>Waiting for your confirmation until {until}.</Trans>
        )}
      </p>
      {failure !== null && <RefusalNotice failure={failure} />}
      <DialogButtons>
        <StopButton open={open} disabled={asking} onFailure={setFailure} />
        <Button type="secondary" size="lg" loading={asking} onClick={() => void goOn()}>
          <Trans>I’ve confirmed</Trans>
        </Button>
      </DialogButtons>
    </div>
  )
}
