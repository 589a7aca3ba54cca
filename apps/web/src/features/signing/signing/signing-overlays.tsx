import type { SignatureRequest } from '@countersign/contract/signature-request-shapes.ts'
import { useLingui as useCatalog } from '@lingui/react'
import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { useEffect, useState } from 'react'
import type { Visitor } from '#web/features/approvals/approval-calls.ts'
import { identificationAddress } from '#web/lib/requests/identification-address.ts'
import { paths } from '#web/lib/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { ScreenButtons } from '#web/ui/dialogs/dialog-host.tsx'
import { closeOverlay, openOverlay } from '#web/ui/dialogs/dialog-store.ts'
import { Icon, type IconName } from '#web/ui/icon.tsx'
import { Spinner } from '#web/ui/progress.tsx'
import { signingFailure } from './signing-failure.ts'
import { WaitForLock } from './wait-for-lock.tsx'

const long = 8000

function Progress() {
  const [isLong, setLong] = useState(false)
  useEffect(() => {
    const timer = window.setTimeout(() => setLong(true), long)
    return () => window.clearTimeout(timer)
  }, [])
  return (
    <p role="status" className="text-ink-secondary">
      {isLong ? (
        <Trans>
          This is taking longer than usual. You can close this page; your signature will be completed, and you
          can check the result later.
        </Trans>
      ) : (
        <Trans>Creating, timestamping and embedding your signature. This takes a few seconds.</Trans>
      )}
    </p>
  )
}

export function openSigningProgress(): void {
  openOverlay({
    namespace: 'document',
    name: 'signing-in-progress',
    mark: (
      <span className="text-accent">
        <Spinner size={64} />
      </span>
    ),
    title: <Trans>Signing in progress</Trans>,
    content: () => <Progress />,
  })
}

/** Whose signing failed, and what one may do now. */
export interface FailedSigning {
  readonly request: SignatureRequest
  readonly visitor: Visitor
  readonly retry: () => void
  /** Leads away from a request that can no longer be signed. */
  readonly wayOut: ReactNode
}

function Failure({ code, failed }: { code: string; failed: FailedSigning }) {
  const { i18n } = useCatalog()
  const failure = signingFailure(code)
  const isLocked = failure.overlay === 'signing-locked'
  // Who pays for it can choose another plan; others can only wait.
  const leadsOn =
    failure.remedy === 'identification' ||
    (failure.remedy === 'plans' && failed.request.viewer.role === 'owner')
  const retry = () => {
    closeOverlay()
    failed.retry()
  }
  return (
    <div className="flex flex-col gap-4">
      <p role="alert">{i18n._(failure.text)}</p>
      {isLocked && <WaitForLock request={failed.request} visitor={failed.visitor} onFree={retry} />}
      {!failure.mayRetry && !leadsOn && failed.wayOut}
      <ScreenButtons>
        {failure.remedy === 'identification' && <IdentifyButton {...failed} />}
        {failure.remedy === 'plans' && leadsOn && <PlansButton />}
        {failure.mayRetry && (
          <Button size="lg" onClick={retry}>
            <Trans>Try again</Trans>
          </Button>
        )}
        <Button size="lg" type={failure.mayRetry || leadsOn ? 'secondary' : 'primary'} onClick={closeOverlay}>
          <Trans>Back to the document</Trans>
        </Button>
      </ScreenButtons>
    </div>
  )
}

function PlansButton() {
  return (
    <Button size="lg" to={paths.businessUpgrade()} onClick={closeOverlay}>
      <Trans>See plans</Trans>
    </Button>
  )
}

function IdentifyButton({ request, visitor }: FailedSigning) {
  const law = request.legislation === 'EIDAS' ? 'EIDAS' : 'ZERTES'
  const to = identificationAddress({ law, requestId: request.id, userId: visitor?.userId })
  return (
    <Button size="lg" to={to} onClick={closeOverlay}>
      <Trans>Verify your identity</Trans>
    </Button>
  )
}

function FailureTitle({ code }: { code: string }) {
  const { i18n } = useCatalog()
  return i18n._(signingFailure(code).title)
}

/** Each way to fail by its own name, with the way on. */
export function openSigningFailure(code: string, failed: FailedSigning): void {
  openOverlay({
    namespace: 'document',
    name: signingFailure(code).overlay ?? 'signing-failure',
    mark: <Mark color="text-error" icon="warning" />,
    title: <FailureTitle code={code} />,
    content: () => <Failure code={code} failed={failed} />,
    dismissible: true,
  })
}

export function openSigningSuccess(children: ReactNode): void {
  openOverlay({
    namespace: 'document',
    name: 'signing-success',
    mark: <Mark color="text-completed" icon="checkCircle" />,
    title: <Trans>You have signed</Trans>,
    content: () => children,
    dismissible: true,
  })
}

function Mark({ color, icon }: { color: string; icon: IconName }) {
  return (
    <span className={color}>
      <Icon name={icon} size={64} />
    </span>
  )
}
