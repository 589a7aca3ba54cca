import { Trans } from '@lingui/react/macro'
import { useBlocker } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Button } from '#web/ui/button.tsx'
import { DialogButtons } from '#web/ui/dialog-host.tsx'
import { openDialog } from '#web/ui/dialog-store.ts'

interface Question {
  title: ReactNode
  text: ReactNode
}

/** A table that was chosen and not sent would be gone. */
export const unsentTable: Question = {
  title: <Trans>Leave without sending?</Trans>,
  text: <Trans>Nothing is sent yet. The table and what you chose for it would have to be given again.</Trans>,
}

export const unsavedTemplate: Question = {
  title: <Trans>Leave without saving?</Trans>,
  text: <Trans>What you changed in this template is not saved yet.</Trans>,
}

/** Where something would be lost, one is asked before the page is left. */
export function useLeaveGuard(wouldLose: () => boolean, question: Question): void {
  useBlocker({
    enableBeforeUnload: wouldLose,
    shouldBlockFn: async () => wouldLose() && !(await mayLeave(question)),
  })
}

function mayLeave({ title, text }: Question): Promise<boolean> {
  return new Promise((resolve) => {
    let leaves = false
    openDialog({
      namespace: 'general',
      name: 'leave-page',
      title,
      content: (controls) => (
        <>
          <p>{text}</p>
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
