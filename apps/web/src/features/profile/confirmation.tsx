import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Button } from '#web/ui/button.tsx'
import { DialogButtons } from '#web/ui/dialog-host.tsx'
import { openDialog } from '#web/ui/dialog-store.ts'

interface Confirmation {
  name: string
  title: string
  text: ReactNode
  /** Says what happens. */
  button: string
  run: () => Promise<unknown>
}

/** Asks once more before something that others notice. */
export function openConfirmation({ name, title, text, button, run }: Confirmation): void {
  openDialog({
    namespace: 'profile',
    name,
    title,
    onAction: run,
    content: ({ loading, act, close }) => (
      <>
        <p>{text}</p>
        <DialogButtons>
          <Button type="secondary" color="neutral" disabled={loading} onClick={close}>
            <Trans>Cancel</Trans>
          </Button>
          <Button loading={loading} onClick={() => act()}>
            {button}
          </Button>
        </DialogButtons>
      </>
    ),
  })
}
