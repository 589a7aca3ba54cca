import type { ReactNode } from 'react'
import { Button } from '../button.tsx'
import { DialogButtons } from './dialog-host.tsx'
import { openDialog } from './dialog-store.ts'

export interface LeaveQuestion {
  title: ReactNode
  /** What would be lost. */
  text: ReactNode
  /** The words of the button that leaves it behind, and of the one that does not. */
  leave: ReactNode
  stay: ReactNode
}

/** Asks before something is left behind that is not saved. */
export function mayLeave(question: LeaveQuestion): Promise<boolean> {
  return new Promise((resolve) => {
    let leaves = false
    openDialog({
      namespace: 'general',
      name: 'leave-page',
      title: question.title,
      content: (controls) => (
        <>
          <p>{question.text}</p>
          <DialogButtons>
            <Button type="secondary" color="error" onClick={() => controls.act()}>
              {question.leave}
            </Button>
            <Button onClick={controls.close}>{question.stay}</Button>
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
