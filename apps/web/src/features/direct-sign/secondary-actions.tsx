import type { SignatureRequest } from '@countersign/contract/signature-request-shapes.ts'
import { Trans } from '@lingui/react/macro'
import { onTap } from '#web/features/request-actions/on-tap.ts'
import { Button } from '#web/ui/button.tsx'
import type { DirectLink } from './direct-queries.ts'

/** Under the one action of the page: what else one may do. Their dialogs are loaded on tap. */
export function SecondaryActions(props: {
  link: DirectLink
  request: SignatureRequest
  token: (renew: boolean) => Promise<string>
  disabled: boolean
  onDeclined: (request: SignatureRequest) => void
  onDelegated: (request: SignatureRequest, email: string) => void
}) {
  const { can } = props.request.viewer
  const load = () => import('./direct-actions.ts')
  return (
    <div className="-my-1 flex flex-wrap justify-center">
      {can.decline && (
        <Button
          type="text"
          color="neutral"
          size="sm"
          disabled={props.disabled}
          onClick={() => void onTap(load, (actions) => actions.openDirectDecline(props, props.onDeclined))}
        >
          <Trans>Decline</Trans>
        </Button>
      )}
      {can.delegate && (
        <Button
          type="text"
          color="neutral"
          size="sm"
          disabled={props.disabled}
          onClick={() => void onTap(load, (actions) => actions.openDirectDelegate(props, props.onDelegated))}
        >
          <Trans>Delegate</Trans>
        </Button>
      )}
    </div>
  )
}
