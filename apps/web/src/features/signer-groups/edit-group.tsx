import type { SignerGroup } from '@countersign/contract/signer-groups.ts'
import { Trans } from '@lingui/react/macro'
import { closeOverlay, openOverlay } from '#web/ui/dialogs/dialog-store.ts'
import { mayLeave } from '#web/ui/dialogs/leave-question.tsx'
import { saveGroup } from './group-calls.ts'
import { type GroupFormProps, GroupForm } from './group-form.tsx'

/** The full screen in which a group is made or changed. Where saving fails it stays open as it is. */
export function openGroupEditor(options: {
  existing: SignerGroup | null
  membersAtMost: number
  onSaved: (saved: SignerGroup) => Promise<void>
}): () => void {
  const { existing } = options
  const members = (existing?.members ?? []).map(({ email, name }) => ({ email, name: name ?? '' }))
  const editing: GroupFormProps = { content: { name: existing?.name ?? '', members }, isUnsaved: false }
  const leave = () => {
    if (editing.isUnsaved) void askToLeave()
    return !editing.isUnsaved
  }
  return openOverlay({
    namespace: 'signer-groups',
    name: 'create-signer-group',
    title: existing ? <Trans>Edit signer group</Trans> : <Trans>Create signer group</Trans>,
    dismissible: true,
    mayLeave: leave,
    content: (controls) => (
      <GroupForm
        isNew={existing === null}
        editing={editing}
        membersAtMost={options.membersAtMost}
        controls={controls}
        onCancel={() => leave() && controls.close()}
      />
    ),
    onAction: async () => {
      const saved = await saveGroup(existing, editing.content)
      editing.isUnsaved = false
      await options.onSaved(saved)
    },
  })
}

async function askToLeave(): Promise<void> {
  const leaves = await mayLeave({
    title: <Trans>Leave without saving?</Trans>,
    text: <Trans>Your changes to this group aren’t saved yet.</Trans>,
    leave: <Trans>Leave without saving</Trans>,
    stay: <Trans>Continue editing</Trans>,
  })
  // Once this dialog is gone, so that the focus goes back to where one came from.
  if (leaves) window.setTimeout(closeOverlay)
}
