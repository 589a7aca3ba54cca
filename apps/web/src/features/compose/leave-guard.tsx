import { Trans } from '@lingui/react/macro'
import { useBlocker } from '@tanstack/react-router'
import { Button } from '#web/ui/button.tsx'
import { DialogButtons } from '#web/ui/dialog-host.tsx'
import { openDialog } from '#web/ui/dialog-store.ts'
import type { Compose } from './use-compose.ts'

/** Saves before one leaves; asks only when something would be lost all the same. */
export function useLeaveGuard(compose: Compose): void {
  useBlocker({
    enableBeforeUnload: () => compose.isUnsaved,
    shouldBlockFn: async () => {
      if (!compose.isUnsaved) return false
      const saved = await compose.flush()
      if (saved && !compose.uploads.isUploading && !compose.hasUnsavedPeople) return false
      return !(await mayLeave())
    },
  })
}

function mayLeave(): Promise<boolean> {
  return new Promise((resolve) => {
    let leaves = false
    openDialog({
      namespace: 'general',
      name: 'leave-page',
      title: <Trans>Leave without saving?</Trans>,
      content: (controls) => (
        <>
          <p>
            <Trans>
              Something on this page is not saved yet, such as a person without a valid e-mail or a running
              upload.
            </Trans>
          </p>
          <DialogButtons>
            <Button type="secondary" onClick={() => controls.act()}>
              <Trans>Leave</Trans>
            </Button>
            <Button onClick={controls.close}>
              <Trans>Stay here</Trans>
            </Button>
          </DialogButtons>
        </>
      ),
      onAction: () => {
        leaves = true
      },
      onClose: () => resolve(leaves),
    })
  })
}
