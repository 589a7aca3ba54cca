import type { Invitation } from '@countersign/contract/members.ts'
import { Trans } from '@lingui/react/macro'
import { openConfirmation } from '#web/ui/dialogs/confirmation.tsx'
import { revoke } from './member-calls.ts'

/** Asks before the link in someone's mail stops working. */
export function openRevokeInvitation({ id, email }: Invitation, onRevoked: () => Promise<void>): void {
  openConfirmation({
    namespace: 'business',
    name: 'revoke-invitation',
    title: <Trans>Withdraw invitation?</Trans>,
    text: <Trans>The link emailed to {email} stops working. You can invite them again at any time.</Trans>,
    stay: <Trans>Keep invitation</Trans>,
    button: <Trans>Withdraw</Trans>,
    run: async () => {
      await revoke(id)
      await onRevoked()
    },
  })
}
