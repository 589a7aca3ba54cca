import { Trans } from '@lingui/react/macro'
import { Button } from '#web/ui/button.tsx'
import { DialogButtons } from '#web/ui/dialogs/dialog-host.tsx'
import { closeDialog, openDialog } from '#web/ui/dialogs/dialog-store.ts'

/** What signing under 21 CFR Part 11 means to the one who does it. */
export function openPart11Info(): void {
  openDialog({
    namespace: 'general',
    name: 'part-11-info',
    title: <Trans>Signing under 21 CFR Part 11</Trans>,
    content: () => (
      <>
        <div className="flex flex-col gap-3">
          <p>
            <Trans>
              21 CFR Part 11 is the US Food and Drug Administration (FDA) rule on electronic records and
              signatures. Businesses turn it on for the records they must be able to produce.
            </Trans>
          </p>
          <ul className="flex list-disc flex-col gap-1 pl-5">
            <li>
              <Trans>Your name, the date and time, and the reason appear on the page.</Trans>
            </li>
            <li>
              <Trans>
                You re-authenticate with your password or company sign-in, once for all records you sign
                together. Failed attempts are recorded. If they stop the signing, the admins of your business
                are notified.
              </Trans>
            </li>
            <li>
              <Trans>Your signature is as binding as a handwritten one. Never share your password.</Trans>
            </li>
            <li>
              <Trans>
                Where an auto-deletion rule applies, the record and its audit trail can’t be deleted earlier.
              </Trans>
            </li>
          </ul>
        </div>
        <DialogButtons>
          <Button onClick={() => closeDialog('general')}>
            <Trans>Got it</Trans>
          </Button>
        </DialogButtons>
      </>
    ),
  })
}
