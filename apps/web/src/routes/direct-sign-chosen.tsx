import type { SignatureRequest } from '@countersign/contract/signature-request-shapes.ts'
import { Trans } from '@lingui/react/macro'
import { ChosenBar } from '#web/features/direct-sign/chosen-bar.tsx'
import { SignLabel, SigningWeight } from '#web/features/signing/signing-weight.tsx'

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
      weight={<SigningWeight request={request} />}
      label={isClick ? <Trans>Sign</Trans> : <SignLabel request={request} />}
    />
  )
}
