import type { AesForBusiness } from '@countersign/contract/business-domains.ts'
import { Trans } from '@lingui/react/macro'
import { openConfirmation } from '#web/ui/confirmation.tsx'
import { endAes } from './domain-calls.ts'

/** Asks before it is switched off, and says for whom that changes something. */
export function openEndAes(onEnded: (aes: AesForBusiness) => void): void {
  openConfirmation({
    namespace: 'business',
    name: 'end-aes-for-business',
    title: <Trans>Switch AES for business off?</Trans>,
    text: (
      <Trans>
        From now on your people need a mobile number to sign advanced. What they have signed stays valid. To
        have it back, the representative confirms again.
      </Trans>
    ),
    stay: <Trans>Leave it on</Trans>,
    button: <Trans>Switch off</Trans>,
    run: async () => onEnded(await endAes()),
  })
}
