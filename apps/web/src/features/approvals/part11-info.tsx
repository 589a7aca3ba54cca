import { Trans } from '@lingui/react/macro'
import { Button } from '#web/ui/button.tsx'
import { DialogButtons } from '#web/ui/dialog-host.tsx'
import { closeDialog, openDialog } from '#web/ui/dialog-store.ts'

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
              Part 11 is the rule of the US Food and Drug Administration (FDA) on electronic records and
              signatures. A company turns it on for the records it must be able to show.
            </Trans>
          </p>
          <ul className="flex list-disc flex-col gap-1 pl-5">
            <li>
              <Trans>Your name, the date and time, and the reason stand on the page you sign.</Trans>
            </li>
            <li>
              <Trans>
                You prove that it is you for each signature. Failed tries are counted and reported.
              </Trans>
            </li>
            <li>
              <Trans>
                You answer for it as for your handwritten signature: never give your password to anybody.
              </Trans>
            </li>
            <li>
              <Trans>The record and its history cannot be deleted while the company has to keep them.</Trans>
            </li>
          </ul>
        </div>
        <DialogButtons>
          <Button onClick={() => closeDialog('general')}>
            <Trans>Understood</Trans>
          </Button>
        </DialogButtons>
      </>
    ),
  })
}
