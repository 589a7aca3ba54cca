import type { VisualSignature } from '@countersign/contract/visual-signatures.ts'
import { Trans } from '@lingui/react/macro'
import { Button } from '#web/ui/button.tsx'
import { DialogButtons } from '#web/ui/dialogs/dialog-host.tsx'
import { openDialog } from '#web/ui/dialogs/dialog-store.ts'
import { SavedPreview } from './saved-preview.tsx'
import { removeVisualSignature } from './visual-signature-calls.ts'
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query'

/** Asks before a signature is gone for good. */
export function openDeleteDialog(options: {
  signature: VisualSignature
  queries: QueryClient
  onDeleted: () => Promise<void>
}): void {
  const { signature } = options
  const { alias } = signature
  openDialog({
    namespace: 'visual-signature',
    name: 'delete-signature',
    title: <Trans>Delete “{alias}”?</Trans>,
    content: (controls) => (
      <QueryClientProvider client={options.queries}>
        <div className="flex flex-col gap-4">
          <SavedPreview signature={signature} />
          <p>
            <Trans>This can’t be undone. Documents you signed with it aren’t affected.</Trans>
          </p>
        </div>
        <DialogButtons>
          <Button type="secondary" color="neutral" onClick={controls.close}>
            <Trans>Keep</Trans>
          </Button>
          <Button color="error" loading={controls.loading} onClick={() => controls.act()}>
            <Trans>Delete signature</Trans>
          </Button>
        </DialogButtons>
      </QueryClientProvider>
    ),
    onAction: async () => {
      await removeVisualSignature(signature.id)
      await options.onDeleted()
    },
  })
}
