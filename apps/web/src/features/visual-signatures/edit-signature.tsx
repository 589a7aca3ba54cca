import type { VisualSignaturePermissions } from '@countersign/contract/account-shapes.ts'
import type { VisualSignature } from '@countersign/contract/visual-signatures.ts'
import { Trans } from '@lingui/react/macro'
import { closeOverlay, openOverlay } from '#web/ui/dialogs/dialog-store.ts'
import { mayLeave } from '#web/ui/dialogs/leave-question.tsx'
import type { Draft } from './draft.ts'
import { contentOf } from './draft.ts'
import { pictureOfDraft } from './pictures/draft-picture.ts'
import { type EditorProps, SignatureEditor } from './signature-editor.tsx'
import { saveVisualSignature } from './visual-signature-calls.ts'

/**
 * The full screen in which a visual signature is made or changed. Where saving fails it stays open as it is. Answers a
 * function that closes it without asking.
 */
export function openSignatureEditor(options: {
  existing: VisualSignature | null
  draft: Draft
  permissions: VisualSignaturePermissions
  onSaved: (saved: VisualSignature) => Promise<void>
}): () => void {
  const editing: EditorProps = { draft: options.draft, isUnsaved: false }
  /** Where only the picture could not be saved, the next try gives it to the same one. */
  let id = options.existing?.id ?? null
  const leave = () => {
    if (editing.isUnsaved) void askToLeave()
    return !editing.isUnsaved
  }
  return openOverlay({
    namespace: 'visual-signature',
    name: 'edit-signature',
    title: options.existing ? <Trans>Edit signature</Trans> : <Trans>Create signature</Trans>,
    width: 'wide',
    dismissible: true,
    mayLeave: leave,
    content: (controls) => (
      <SignatureEditor
        existing={options.existing}
        draft={options.draft}
        permissions={options.permissions}
        editing={editing}
        controls={controls}
        onCancel={() => leave() && controls.close()}
      />
    ),
    onAction: async () => {
      const { draft } = editing
      const picture = (await pictureOfDraft(draft, options.existing)) ?? 'none'
      const onId = (given: string) => (id = given)
      const saved = await saveVisualSignature({ id, content: contentOf(draft), picture, onId })
      editing.isUnsaved = false
      await options.onSaved(saved)
    },
  })
}

async function askToLeave(): Promise<void> {
  const leaves = await mayLeave({
    title: <Trans>Leave without saving?</Trans>,
    text: <Trans>Your changes to this signature aren’t saved yet.</Trans>,
    leave: <Trans>Leave without saving</Trans>,
    stay: <Trans>Continue editing</Trans>,
  })
  // Once this dialog is gone, so that the focus goes back to where one came from.
  if (leaves) window.setTimeout(closeOverlay)
}
