import type { SignatureRequest } from '@countersign/contract/signature-request-shapes.ts'
import { Trans } from '@lingui/react/macro'
import { Notice } from '#web/ui/notice.tsx'
import { signingAhead, type Ahead, type Means } from './signing-ahead.ts'

/** One plain sentence on what the signature is worth, and one on what it takes. */
export function SigningWeight({ request }: { request: SignatureRequest }) {
  const ahead = signingAhead(request)
  if (ahead.quality === 'DEMO') {
    return (
      <Notice kind="warning">
        <Trans>This is a demonstration: the signature has no legal effect.</Trans>
      </Notice>
    )
  }
  return (
    <p className="text-sm text-ink-secondary">
      <Weight quality={ahead.quality} legislation={ahead.legislation} /> <WhatItTakes means={ahead.means} />
    </p>
  )
}

function Weight({ quality, legislation }: Pick<Ahead, 'quality' | 'legislation'>) {
  switch (quality) {
    case 'AES':
      return (
        <Trans>
          You sign with an advanced electronic signature: bound to you and to the unchanged document, strong
          evidence in court.
        </Trans>
      )
    case 'AES_MINIMAL':
      return (
        <Trans>
          You sign with a qualified electronic signature if you can, otherwise with an advanced one.
        </Trans>
      )
    case 'QES':
      return legislation === 'EIDAS' ? (
        <Trans>
          You sign with a qualified electronic signature. Counts as a handwritten signature in the European
          Union.
        </Trans>
      ) : (
        <Trans>
          You sign with a qualified electronic signature. Counts as a handwritten signature in Switzerland.
        </Trans>
      )
    case 'PART11':
      return (
        <Trans>
          You sign a regulated record (21 CFR Part 11): your name, the reason and the time stand on the page.
        </Trans>
      )
    default:
      return (
        <Trans>
          You sign with a simple electronic signature. It is binding wherever the law does not ask for a
          handwritten one.
        </Trans>
      )
  }
}

function WhatItTakes({ means }: { means: Means }) {
  switch (means) {
    case 'sms':
      return <Trans>You get a code by SMS first.</Trans>
    case 'email':
      return <Trans>You get a code by email first.</Trans>
    case 'code':
      return <Trans>You get a code first.</Trans>
    case 'trust_service':
      return <Trans>You approve it at a trust service first.</Trans>
    case 'reauthenticate':
      return <Trans>You prove again that it is you first.</Trans>
    default:
      return null
  }
}

/** What the button does: “Sign with SMS code”. */
export function SignLabel({ request }: { request: SignatureRequest }) {
  switch (signingAhead(request).means) {
    case 'sms':
      return <Trans>Sign with SMS code</Trans>
    case 'email':
      return <Trans>Sign with email code</Trans>
    case 'code':
      return <Trans>Sign with a code</Trans>
    case 'trust_service':
      return <Trans>Sign and approve</Trans>
    case 'reauthenticate':
      return <Trans>Sign with name and reason</Trans>
    default:
      return <Trans>Sign now</Trans>
  }
}
