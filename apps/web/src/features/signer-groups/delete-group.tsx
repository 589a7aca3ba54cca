import type { SignerGroup } from '@countersign/contract/signer-groups.ts'
import { Trans } from '@lingui/react/macro'
import { Button } from '#web/ui/button.tsx'
import { DialogButtons } from '#web/ui/dialog-host.tsx'
import { openDialog } from '#web/ui/dialog-store.ts'
import { removeGroup } from './group-calls.ts'

/** Asks before a group is gone for good, and says what that does not touch. */
export function openDeleteGroup(group: SignerGroup, onDeleted: () => Promise<void>): void {
  const { name } = group
  openDialog({
    namespace: 'signer-groups',
    name: 'delete-signer-group',
    title: <Trans>Delete the group “{name}”?</Trans>,
    content: (controls) => (
      <>
        <p>
          <Trans>
            You can choose it no more, and it cannot be brought back. Requests that ask this group already go
            on: its members can still sign them.
          </Trans>
        </p>
        <DialogButtons>
          <Button type="secondary" color="neutral" disabled={controls.loading} onClick={controls.close}>
            <Trans>Keep the group</Trans>
          </Button>
          <Button color="error" loading={controls.loading} onClick={() => controls.act()}>
            <Trans>Delete group</Trans>
          </Button>
        </DialogButtons>
      </>
    ),
    onAction: async () => {
      await removeGroup(group.id)
      await onDeleted()
    },
  })
}
