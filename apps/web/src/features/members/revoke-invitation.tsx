import type { Invitation } from '@countersign/contract/business-people.ts'
import { Trans } from '@lingui/react/macro'
import { Button } from '#web/ui/button.tsx'
import { DialogButtons } from '#web/ui/dialog-host.tsx'
import { openDialog } from '#web/ui/dialog-store.ts'
import { revoke } from './member-calls.ts'

/** Asks before the link in somebody's mail stops working. */
export function openRevokeInvitation({ id, email }: Invitation, onRevoked: () => Promise<void>): void {
  openDialog({
    namespace: 'business',
    name: 'revoke-invitation',
    title: <Trans>Take the invitation back?</Trans>,
    content: (controls) => (
      <>
        <p className="wrap-anywhere">
          <Trans>The link in the mail to {email} stops working. You can invite them again at any time.</Trans>
        </p>
        <DialogButtons>
          <Button type="secondary" color="neutral" disabled={controls.loading} onClick={controls.close}>
            <Trans>Keep the invitation</Trans>
          </Button>
          <Button color="error" loading={controls.loading} onClick={() => controls.act()}>
            <Trans>Take it back</Trans>
          </Button>
        </DialogButtons>
      </>
    ),
    onAction: async () => {
      await revoke(id)
      await onRevoked()
    },
  })
}
