import { Trans } from '@lingui/react/macro'
import { Button } from '#web/ui/button.tsx'
import { DialogButtons } from '#web/ui/dialog-host.tsx'
import { openDialog } from '#web/ui/dialog-store.ts'
import { RefusalNotice } from '#web/ui/refusal-notice.tsx'
import { giveUp } from './domain-calls.ts'

/** Asks before a domain is given up, and says what hangs on it. */
export function openRemoveDomain(domain: string, onRemoved: () => Promise<void>): void {
  openDialog({
    namespace: 'business',
    name: 'remove-domain',
    title: <Trans>Give up {domain}?</Trans>,
    content: (controls) => (
      <>
        <p>
          <Trans>
            Nobody can join by it any more, and AES for business no longer holds for its addresses. Who has
            joined stays. To have it back, you prove it anew with another record.
          </Trans>
        </p>
        {controls.failure !== null && <RefusalNotice failure={controls.failure} />}
        <DialogButtons>
          <Button type="secondary" color="neutral" disabled={controls.loading} onClick={controls.close}>
            <Trans>Keep the domain</Trans>
          </Button>
          <Button color="error" loading={controls.loading} onClick={() => controls.act()}>
            <Trans>Give up domain</Trans>
          </Button>
        </DialogButtons>
      </>
    ),
    onAction: async () => {
      await giveUp(domain)
      await onRemoved()
    },
  })
}
