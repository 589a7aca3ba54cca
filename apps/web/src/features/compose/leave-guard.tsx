import { Trans } from '@lingui/react/macro'
import { useBlocker } from '@tanstack/react-router'
import { useRef } from 'react'
import { Button } from '#web/ui/button.tsx'
import { DialogButtons } from '#web/ui/dialog-host.tsx'
import { openDialog } from '#web/ui/dialog-store.ts'
import type { Compose } from './use-compose.ts'

/** Saves before one leaves; asks only when something would be lost all the same. */
export function useLeaveGuard(compose: Compose): void {
  const latest = useRef(compose)
  latest.current = compose
  useBlocker({
    enableBeforeUnload: () => compose.isUnsaved,
    shouldBlockFn: async () => {
      // An e-mail that is being typed counts as soon as one leaves its field.
      if (document.activeElement instanceof HTMLInputElement) document.activeElement.blur()
      const saved = await latest.current.flush()
      const { uploads, hasUnsavedPeople, pastedList } = latest.current
      if (saved && !uploads.isUploading && !hasUnsavedPeople && pastedList.trim() === '') return false
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
