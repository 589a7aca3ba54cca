import type { SignatureRequest } from '@countersign/contract/signature-request-shapes.ts'
import { Trans } from '@lingui/react/macro'
import { Notice } from '#web/ui/notices/notice.tsx'
import { signingAhead, type SigningOutlook, type Means } from './signing-ahead.ts'

/** One plain sentence on what the signature is worth, and one on what it takes. */
export function SigningLevel({ request }: { request: SignatureRequest }) {
  const ahead = signingAhead(request)
  if (ahead.quality === 'DEMO') {
    return (
      <Notice kind="warning">
        <Trans>Demo: the signature has no legal effect.</Trans>
      </Notice>
    )
  }
  return (
    <p className="text-sm text-ink-secondary">
      <Weight quality={ahead.quality} legislation={ahead.legislation} /> <WhatItTakes means={ahead.means} />
    </p>
  )
}

function Weight({ quality, legislation }: Pick<SigningOutlook, 'quality' | 'legislation'>) {
  switch (quality) {
    case 'AES':
      return (
        <Trans>
          Advanced electronic signature. Linked to you and tamper-evident; strong evidence in court.
        </Trans>
      )
    case 'AES_MINIMAL':
      return <Trans>Qualified electronic signature if available to you, otherwise advanced.</Trans>
    case 'QES':
      return legislation === 'EIDAS' ? (
        <Trans>
          Qualified electronic signature. Equivalent to a handwritten signature in the European Union.
        </Trans>
      ) : (
        <Trans>Qualified electronic signature. Equivalent to a handwritten signature in Switzerland.</Trans>
      )
    case 'PART11':
      return (
        <Trans>
          Regulated record (21 CFR Part 11): your name, the reason and the time appear on the page.
        </Trans>
      )
    default:
      return (
        <Trans>
          Simple electronic signature. Legally binding unless the law requires a handwritten signature.
        </Trans>
      )
  }
}

function WhatItTakes({ means }: { means: Means }) {
  switch (means) {
    case 'sms':
      return <Trans>We’ll text you a code first.</Trans>
    case 'email':
      return <Trans>We’ll email you a code first.</Trans>
    case 'code':
      return <Trans>We’ll send you a code first.</Trans>
    case 'trust_service':
      return <Trans>First, you’ll confirm with a trust service.</Trans>
    case 'reauthenticate':
      return <Trans>First, you’ll confirm it’s you.</Trans>
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
      return <Trans>Sign and confirm</Trans>
    case 'reauthenticate':
      return <Trans>Sign with name and reason</Trans>
    default:
      return <Trans>Sign now</Trans>
  }
}
