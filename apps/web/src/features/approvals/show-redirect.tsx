import type { Language } from '@countersign/contract/values.ts'
import { useLingui as useCatalog } from '@lingui/react'
import { Trans } from '@lingui/react/macro'
import { returnUrl } from '#web/lib/browser/embedding.ts'
import { isFramed } from '#web/lib/browser/framed.ts'
import { Button } from '#web/ui/button.tsx'
import { ScreenButtons } from '#web/ui/dialogs/dialog-host.tsx'
import { openOverlay } from '#web/ui/dialogs/dialog-store.ts'
import { Icon } from '#web/ui/icon.tsx'
import { RefusalNotice } from '#web/ui/notices/refusal-notice.tsx'
import type { OpenStep, ShowStep } from './open-step.ts'
import { StopButton } from './stop-button.tsx'
import { Submitted } from './submitted.tsx'
import { useLeave } from './use-leave.ts'
import { returnPath, returnQuery } from './return-path.ts'

/** One approves elsewhere and comes back: said before one goes. */
export const showRedirect: ShowStep = (open) =>
  openOverlay({
    namespace: 'document',
    name: 'direct-sign',
    mark: (
      <span className="text-accent">
        <Icon name="sign" size={64} />
      </span>
    ),
    title: <Trans>Confirm with the trust service</Trans>,
    content: () => <Leave open={open} />,
  })

function Leave({ open }: { open: OpenStep }) {
  const { i18n } = useCatalog()
  const { leaving, failure, setFailure, leave, blocked } = useLeave(open, async () => {
    const query = returnQuery(location.search, isFramed)
    const { url } = await open.calls.createPar(
      { id: open.requestId, sigId: open.signatureId },
      { language: i18n.locale as Language, ...(query && { redirect_query_params: query }) },
    )
    if (!isFramed) returnPath.keep({ path: location.pathname, requestId: open.requestId })
    return url
  })

  return (
    <div className="flex flex-col gap-4">
      <p>
        {!isFramed ? (
          <Trans>
            A trust service creates your qualified signature. Confirm your identity and the signature on its
            page; you’ll then return here automatically.
          </Trans>
        ) : returnUrl() ? (
          <Trans>
            A trust service creates your qualified signature. You’ll leave this website to confirm your
            identity and the signature, and then return to it automatically.
          </Trans>
        ) : (
          <Trans>
            A trust service creates your qualified signature. Its page opens in a new window. Confirm your
            identity and the signature there, then come back: this page updates automatically.
          </Trans>
        )}
      </p>
      <p className="text-sm text-ink-secondary">
        <Trans>
          The trust service receives a hash of the document, never the document. Nothing is signed until you
          confirm.
        </Trans>
      </p>
      <Submitted open={open} />
      {failure !== null && <RefusalNotice failure={failure} />}
      <ScreenButtons>
        {blocked ? (
          <Button size="lg" icon="sign" href={blocked}>
            <Trans>Open the trust service’s page</Trans>
          </Button>
        ) : (
          <Button size="lg" icon="sign" loading={leaving} onClick={() => void leave()}>
            <Trans>Go to the trust service</Trans>
          </Button>
        )}
        <StopButton open={open} disabled={leaving} onFailure={setFailure} />
      </ScreenButtons>
    </div>
  )
}
