import { useLingui as useCatalog } from '@lingui/react'
import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { useEffect, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { closeOverlay, openOverlay } from '#web/ui/dialog-store.ts'
import { Icon } from '#web/ui/icon.tsx'
import { Spinner } from '#web/ui/progress.tsx'
import { signingFailure } from './signing-failure.ts'

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
            This takes longer than usual. You may close this page: your signature is finished without it, and
            the next visit shows how it went.
          </Trans>
        ) : (
          <Trans>
            Your signature is made, time-stamped and put into the document. This takes a few seconds.
          </Trans>
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

function Failure({ code, retry, wayOut }: { code: string; retry: () => void; wayOut: ReactNode }) {
  const { i18n } = useCatalog()
  const failure = signingFailure(code)
  return (
    <div className="flex flex-col gap-6">
      <p role="alert">{i18n._(failure.text)}</p>
      {!failure.mayRetry && wayOut}
      <div className="flex flex-col gap-2 sm:flex-row-reverse sm:justify-end">
        {failure.mayRetry && (
          <Button
            size="lg"
            onClick={() => {
              closeOverlay()
              retry()
            }}
          >
            <Trans>Try again</Trans>
          </Button>
        )}
        <Button size="lg" type={failure.mayRetry ? 'secondary' : 'primary'} onClick={closeOverlay}>
          <Trans>Back to the document</Trans>
        </Button>
      </div>
    </div>
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

/** `wayOut` is for those who cannot try again. */
export function openSigningFailure(code: string, retry: () => void, wayOut: ReactNode): void {
  openOverlay({
    namespace: 'document',
    name: 'signing-failure',
    title: <FailureTitle code={code} />,
    content: () => <Failure code={code} retry={retry} wayOut={wayOut} />,
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
