import type { AesForBusiness } from '@countersign/contract/aes-for-business.ts'
import { Trans } from '@lingui/react/macro'
import { openConfirmation } from '#web/ui/dialogs/confirmation.tsx'
import { endAes } from './domain-calls.ts'

/** Asks before it is switched off, and says for whom that changes something. */
export function openEndAes(onEnded: (aes: AesForBusiness) => void): void {
  openConfirmation({
    namespace: 'business',
    name: 'end-aes-for-business',
    title: <Trans>Turn off AES for business?</Trans>,
    text: (
      <Trans>
        Members will need a mobile number for advanced signatures. Existing signatures stay valid. To turn
        this on again, the representative has to confirm again.
      </Trans>
    ),
    stay: <Trans>Keep it on</Trans>,
    button: <Trans>Turn off</Trans>,
    run: async () => onEnded(await endAes()),
  })
}
