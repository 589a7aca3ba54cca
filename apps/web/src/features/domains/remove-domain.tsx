import { Trans } from '@lingui/react/macro'
import { openConfirmation } from '#web/ui/confirmation.tsx'
import { giveUp } from './domain-calls.ts'

/** Asks before a domain is given up, and says what hangs on it. */
export function openRemoveDomain(domain: string, onRemoved: () => Promise<void>): void {
  openConfirmation({
    namespace: 'business',
    name: 'remove-domain',
    title: <Trans>Give up {domain}?</Trans>,
    text: (
      <Trans>
        Nobody can join by it any more, and AES for business no longer holds for its addresses. Who has joined
        stays. To have it back, you prove it anew with another record.
      </Trans>
    ),
    stay: <Trans>Keep the domain</Trans>,
    button: <Trans>Give up domain</Trans>,
    run: async () => {
      await giveUp(domain)
      await onRemoved()
    },
  })
}
