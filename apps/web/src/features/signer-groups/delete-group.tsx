import type { SignerGroup } from '@countersign/contract/signer-groups.ts'
import { Trans } from '@lingui/react/macro'
import { openConfirmation } from '#web/ui/confirmation.tsx'
import { removeGroup } from './group-calls.ts'

/** Asks before a group is gone for good, and says what that does not touch. */
export function openDeleteGroup(group: SignerGroup, onDeleted: () => Promise<void>): void {
  const { name } = group
  openConfirmation({
    namespace: 'signer-groups',
    name: 'delete-signer-group',
    title: <Trans>Delete the group “{name}”?</Trans>,
    text: (
      <Trans>
        You can choose it no more, and it cannot be brought back. Requests that ask this group already go on:
        its members can still sign them.
      </Trans>
    ),
    stay: <Trans>Keep the group</Trans>,
    button: <Trans>Delete group</Trans>,
    run: async () => {
      await removeGroup(group.id)
      await onDeleted()
    },
  })
}
