import type { SignerGroup } from '@countersign/contract/signer-groups.ts'
import { Trans } from '@lingui/react/macro'
import { openConfirmation } from '#web/ui/dialogs/confirmation.tsx'
import { removeGroup } from './group-calls.ts'

/** Asks before a group is gone for good, and says what that does not touch. */
export function openDeleteGroup(group: SignerGroup, onDeleted: () => Promise<void>): void {
  const { name } = group
  openConfirmation({
    namespace: 'signer-groups',
    name: 'delete-signer-group',
    title: <Trans>Delete group “{name}”?</Trans>,
    text: (
      <Trans>
        You can no longer select it, and this can’t be undone. Members can still sign requests already sent to
        this group.
      </Trans>
    ),
    stay: <Trans>Keep group</Trans>,
    button: <Trans>Delete group</Trans>,
    run: async () => {
      await removeGroup(group.id)
      await onDeleted()
    },
  })
}
