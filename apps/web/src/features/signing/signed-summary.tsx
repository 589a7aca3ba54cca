import type { ListItem, SignatureRequest } from '@countersign/contract/signature-request-shapes.ts'
import { listSignatureRequests } from '@countersign/contract/signature-requests.ts'
import { Plural, Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { isolate } from '#web/lib/language/isolate.ts'
import { call } from '#web/lib/calls/api.ts'
import { paths } from '#web/lib/paths.ts'
import { isEmailed } from '#web/lib/requests/is-emailed.ts'
import { Button } from '#web/ui/button.tsx'
import { ScreenButtons } from '#web/ui/dialogs/dialog-host.tsx'
import { closeOverlay } from '#web/ui/dialogs/dialog-store.ts'
import { SignedFacts } from '#web/ui/requests/signed-facts.tsx'
import { useDownloads } from './download-menu.tsx'
import { openSigningSuccess } from './signing/signing-overlays.tsx'

/** What else waits for the account's signature. */
interface NextRequest {
  readonly item: ListItem
  readonly count: number
}

/** After signing with an account. What cannot be looked up is left out: the signature itself is made. */
export async function showSigned(
  request: SignatureRequest,
  again: Promise<SignatureRequest>,
  /** Where one goes from here. */
  wayOut: ReactNode,
): Promise<void> {
  const [signed, next] = await Promise.all([again.catch(() => request), nextToSign(request.id)])
  openSigningSuccess(<SignedSummary request={signed} next={next} wayOut={wayOut} />)
}

async function nextToSign(id: string): Promise<NextRequest | null> {
  const query = { status: 'TO_SIGN', size: '25' } as const
  const list = await call(listSignatureRequests, { query }, { background: true }).catch(() => null)
  const others = list?.items.filter((one) => one.id !== id) ?? []
  const [item] = others
  return item ? { item, count: Math.max(others.length, (list?.total_items ?? 0) - 1) } : null
}

function SignedSummary(props: { request: SignatureRequest; next: NextRequest | null; wayOut: ReactNode }) {
  const { request, next, wayOut } = props
  const downloads = useDownloads(request)
  const [first] = request.documents
  const isComplete = request.status_overall === 'SIGNED'
  return (
    <div className="flex flex-col gap-4">
      <SignedFacts request={request} />
      <p className="text-ink-secondary">
        {isComplete ? (
          <Trans>Everyone has signed. The document is complete.</Trans>
        ) : isEmailed(request) ? (
          <Trans>We’ll email you the signed document when everyone has signed.</Trans>
        ) : (
          <Trans>Others still need to sign.</Trans>
        )}
      </p>
      {wayOut}
      <ScreenButtons>
        {next && <NextButton next={next} />}
        {first && (
          <Button
            size="lg"
            type={next ? 'secondary' : 'primary'}
            icon="download"
            onClick={() => (request.documents.length > 1 ? downloads.zip() : downloads.document(first.id))}
          >
            <Trans>Download</Trans>
          </Button>
        )}
        <Button size="lg" type={next ? 'text' : 'secondary'} onClick={closeOverlay}>
          <Trans>Back to the document</Trans>
        </Button>
        <Button size="lg" type="text" to={paths.dashboard()} onClick={closeOverlay}>
          <Trans>My documents</Trans>
        </Button>
      </ScreenButtons>
    </div>
  )
}

function NextButton({ next: { item, count } }: { next: NextRequest }) {
  const { owner } = item
  const title = isolate(item.title)
  return (
    <div className="flex flex-col gap-1">
      <Button size="lg" icon="sign" block to={paths.view(item.id)} onClick={closeOverlay}>
        <Trans>Sign the next document</Trans>
      </Button>
      <p className="mb-1 text-sm wrap-anywhere text-ink-secondary">
        <Trans>
          “{title}” from {owner.name || owner.email}
        </Trans>
        {count > 1 && (
          <>
            {' · '}
            <Plural value={count} one="# to sign" other="# to sign" />
          </>
        )}
      </p>
    </div>
  )
}
