import type { AesForBusiness } from '@countersign/contract/business-domains.ts'
import { Trans } from '@lingui/react/macro'
import { Button } from '#web/ui/button.tsx'
import { DialogButtons } from '#web/ui/dialog-host.tsx'
import { openDialog } from '#web/ui/dialog-store.ts'
import { RefusalNotice } from '#web/ui/refusal-notice.tsx'
import { endAes } from './domain-calls.ts'

/** Asks before it is switched off, and says for whom that changes something. */
export function openEndAes(onEnded: (aes: AesForBusiness) => void): void {
  openDialog({
    namespace: 'business',
    name: 'end-aes-for-business',
    title: <Trans>Switch AES for business off?</Trans>,
    content: (controls) => (
      <>
        <p>
          <Trans>
            From now on your people need a mobile number to sign advanced. What they have signed stays valid.
            To have it back, the representative confirms again.
          </Trans>
        </p>
        {controls.failure !== null && <RefusalNotice failure={controls.failure} />}
        <DialogButtons>
          <Button type="secondary" color="neutral" disabled={controls.loading} onClick={controls.close}>
            <Trans>Leave it on</Trans>
          </Button>
          <Button color="error" loading={controls.loading} onClick={() => controls.act()}>
            <Trans>Switch off</Trans>
          </Button>
        </DialogButtons>
      </>
    ),
    onAction: async () => onEnded(await endAes()),
  })
}
