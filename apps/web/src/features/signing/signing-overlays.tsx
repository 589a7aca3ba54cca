import type { SignatureRequest } from '@countersign/contract/signature-request-shapes.ts'
import { useLingui as useCatalog } from '@lingui/react'
import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { useEffect, useState } from 'react'
import type { Visitor } from '#web/features/approvals/approval-calls.ts'
import { identificationAddress } from '#web/lib/identification-address.ts'
import { paths } from '#web/lib/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { closeOverlay, openOverlay } from '#web/ui/dialog-store.ts'
import { Icon } from '#web/ui/icon.tsx'
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
    <div role="status" className="flex items-center gap-4">
      <span className="text-accent">
        <Spinner size={32} />
      </span>
      <p>
        {isLong ? (
          <Trans>
            This is taking longer than usual. You can close this page; your signature will be completed, and
            you can check the result later.
          </Trans>
        ) : (
          <Trans>Creating, timestamping and embedding your signature. This takes a few seconds.</Trans>
        )}
      </p>
    </div>
  )
}

export function openSigningProgress(): void {
  openOverlay({
    namespace: 'document',
    name: 'signing-in-progress',
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
    failure.way === 'identification' || (failure.way === 'plans' && failed.request.viewer.role === 'owner')
  const retry = () => {
    closeOverlay()
    failed.retry()
  }
  return (
    <div className="flex flex-col gap-6">
      <p role="alert">{i18n._(failure.text)}</p>
      {isLocked && <WaitForLock request={failed.request} visitor={failed.visitor} onFree={retry} />}
      {!failure.mayRetry && !leadsOn && failed.wayOut}
      <div className="flex flex-col gap-2 sm:flex-row-reverse sm:justify-end">
        {failure.way === 'identification' && <IdentifyButton {...failed} />}
        {failure.way === 'plans' && leadsOn && <PlansButton />}
        {failure.mayRetry && (
          <Button size="lg" onClick={retry}>
            <Trans>Try again</Trans>
          </Button>
        )}
        <Button size="lg" type={failure.mayRetry || leadsOn ? 'secondary' : 'primary'} onClick={closeOverlay}>
          <Trans>Back to the document</Trans>
        </Button>
      </div>
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
  return (
    <span className="flex items-center gap-3">
      <span className="text-error">
        <Icon name="warning" size={28} />
      </span>
      {i18n._(signingFailure(code).title)}
    </span>
  )
}

/** Each way to fail by its own name, with the way on. */
export function openSigningFailure(code: string, failed: FailedSigning): void {
  openOverlay({
    namespace: 'document',
    name: signingFailure(code).overlay ?? 'signing-failure',
    title: <FailureTitle code={code} />,
    content: () => <Failure code={code} failed={failed} />,
    dismissible: true,
  })
}

export function openSigningSuccess(children: ReactNode): void {
  openOverlay({
    namespace: 'document',
    name: 'signing-success',
    title: (
      <span className="flex items-center gap-3">
        <span className="text-completed">
          <Icon name="checkCircle" size={28} />
        </span>
        <Trans>You have signed</Trans>
      </span>
    ),
    content: () => <div className="flex flex-col gap-6">{children}</div>,
    dismissible: true,
  })
}
