import type { SignatureRequest } from '@countersign/contract/signature-request-shapes.ts'
import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { isolate } from '#web/lib/language/isolate.ts'
import { isEmailed } from '#web/lib/requests/is-emailed.ts'
import { nameOf } from '#web/lib/requests/signer-name.ts'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { SignedFacts } from '#web/ui/requests/signed-facts.tsx'
import { offersDownload, SignedDownload } from './signed-download.tsx'

/** After signing, now and at every later visit: the signed document, or when it is going to come. */
export function SignedScreen(props: {
  request: SignatureRequest
  download: () => Promise<Blob>
  onLook: () => void
  /** Where one goes from here. */
  wayOut?: ReactNode
}) {
  const { request } = props
  const offers = offersDownload(request)
  const byOther = signedByOther(request)
  return (
    <div className="relative mx-auto flex w-full max-w-md flex-1 flex-col items-center gap-4 overflow-y-auto p-6 text-center *:first:mt-auto *:last:mb-auto">
      <span className="text-completed">
        <Icon name="checkCircle" size={64} />
      </span>
      <h1 className="text-xl font-semibold text-balance">
        {byOther ? (
          <Trans>
            {byOther.name} has signed for “{byOther.group}”
          </Trans>
        ) : (
          <Trans>You have signed</Trans>
        )}
      </h1>
      <SignedFacts request={request} />
      <p className="text-ink-secondary">
        <WhatComes request={request} offers={offers} />
      </p>
      {props.wayOut}
      <div className="mt-2 flex w-full flex-col gap-2">
        <SignedDownload request={request} download={props.download} />
        <Button size="lg" type={offers ? 'text' : 'secondary'} block onClick={props.onLook}>
          <Trans>View document</Trans>
        </Button>
      </div>
    </div>
  )
}

/** When the signed document comes, and how. `offers`: it can be downloaded here. */
function WhatComes({ request, offers }: { request: SignatureRequest; offers: boolean }) {
  const emailed = isEmailed(request)
  const asker = isolate(request.owner.name || request.owner.email)
  // An API user has no email.
  const isTold = request.owner.email !== ''
  if (request.status_overall !== 'SIGNED')
    return emailed ? (
      <Trans>We’ll email you the signed document when everyone has signed. You can close this page.</Trans>
    ) : (
      <Trans>Others still need to sign. You can close this page.</Trans>
    )
  if (offers)
    return isTold ? (
      <Trans>Everyone has signed. {asker} has been notified and the signed document is ready.</Trans>
    ) : (
      <Trans>Everyone has signed. The signed document is ready.</Trans>
    )
  if (!emailed) return <Trans>Everyone has signed.</Trans>
  return isTold ? (
    <Trans>Everyone has signed and {asker} has been notified. We’ll email you the signed document.</Trans>
  ) : (
    <Trans>Everyone has signed. We’ll email you the signed document.</Trans>
  )
}

/** Who of one's group has signed in place of oneself; null where one has signed, or signs for oneself. */
function signedByOther({ signatures }: SignatureRequest): { name: string; group: string } | null {
  if (signatures.some(({ is_viewer, status_code }) => is_viewer && status_code === 'SIGNED')) return null
  const signature = signatures.find(({ signer_group: group }) => group?.members.some((one) => one.is_viewer))
  return signature?.signer_group
    ? { name: isolate(nameOf(signature)), group: isolate(signature.signer_group.name) }
    : null
}
