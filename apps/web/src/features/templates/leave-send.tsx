import { Trans } from '@lingui/react/macro'
import { useBlocker } from '@tanstack/react-router'
import { Button } from '#web/ui/button.tsx'
import { DialogButtons } from '#web/ui/dialog-host.tsx'
import { openDialog } from '#web/ui/dialog-store.ts'

/** A table that was chosen and not sent would be gone: then one is asked before the page is left. */
export function useLeaveGuard(wouldLose: () => boolean): void {
  useBlocker({
    enableBeforeUnload: wouldLose,
    shouldBlockFn: async () => wouldLose() && !(await mayLeave()),
  })
}

function mayLeave(): Promise<boolean> {
  return new Promise((resolve) => {
    let leaves = false
    openDialog({
      namespace: 'general',
      name: 'leave-page',
      title: <Trans>Leave without sending?</Trans>,
      content: (controls) => (
        <>
          <p>
            <Trans>
              Nothing is sent yet. The table and what you chose for it would have to be given again.
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
