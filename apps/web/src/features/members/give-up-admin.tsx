import { Trans } from '@lingui/react/macro'
import { Button } from '#web/ui/button.tsx'
import { DialogButtons } from '#web/ui/dialog-host.tsx'
import { openDialog } from '#web/ui/dialog-store.ts'

/** Asks before admins take their own right: they cannot give it back to themselves. */
export function openGiveUpAdmin(run: () => Promise<void>): void {
  openDialog({
    namespace: 'business',
    name: 'give-up-admin',
    title: <Trans>Be a member yourself?</Trans>,
    content: (controls) => (
      <>
        <p>
          <Trans>
            You will not see these pages any more, and only another administrator can make you one again.
          </Trans>
        </p>
        <DialogButtons>
          <Button type="secondary" color="neutral" disabled={controls.loading} onClick={controls.close}>
            <Trans>Stay an administrator</Trans>
          </Button>
          <Button color="error" loading={controls.loading} onClick={() => controls.act()}>
            <Trans>Become a member</Trans>
          </Button>
        </DialogButtons>
      </>
    ),
    onAction: run,
  })
}
