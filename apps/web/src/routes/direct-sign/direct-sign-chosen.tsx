import type { SignatureRequest } from '@countersign/contract/signature-request-shapes.ts'
import { Trans } from '@lingui/react/macro'
import { ChosenBar } from '#web/features/direct-sign/chosen-bar.tsx'
import { SignLabel, SigningLevel } from '#web/features/signing/requirements/signing-level.tsx'

/** Under the document once one has chosen a signature: what it is worth, and the button that signs. */
export function DirectSignChosen(props: {
  request: SignatureRequest
  busy: boolean
  onChoose: () => void
  onSign: () => void
}) {
  const { request } = props
  const isClick = request.quality === 'SES' || request.quality === 'DEMO'
  return (
    <ChosenBar
      {...props}
      level={<SigningLevel request={request} />}
      label={isClick ? <Trans>Sign</Trans> : <SignLabel request={request} />}
    />
  )
}
