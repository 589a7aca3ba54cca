import type { ReactNode } from 'react'
import { Button } from '../button.tsx'
import { DialogButtons } from './dialog-host.tsx'
import { openDialog } from './dialog-store.ts'

interface Confirmation {
  namespace: string
  name: string
  title: ReactNode
  /** What happens, and what does not. */
  text: ReactNode
  /** The button that leaves everything as it is. */
  stay: ReactNode
  /** The button that says what happens. */
  button: ReactNode
  /** `error` where something is gone afterwards. */
  color?: 'accent' | 'error'
  run: () => Promise<unknown>
}

/** Asks once more before something that cannot be undone, or that others notice. */
export function openConfirmation({ text, stay, button, color = 'error', run, ...shown }: Confirmation): void {
  openDialog({
    ...shown,
    onAction: run,
    content: ({ loading, act, close }) => (
      <>
        <p className="wrap-anywhere">{text}</p>
        <DialogButtons>
          <Button type="secondary" color="neutral" disabled={loading} onClick={close}>
            {stay}
          </Button>
          <Button color={color} loading={loading} onClick={() => act()}>
            {button}
          </Button>
        </DialogButtons>
      </>
    ),
  })
}
