import { Trans } from '@lingui/react/macro'
import { openConfirmation } from '#web/ui/dialogs/confirmation.tsx'
import { giveUp } from './domain-calls.ts'

/** Asks before a domain is given up, and says what hangs on it. */
export function openRemoveDomain(domain: string, onRemoved: () => Promise<void>): void {
  openConfirmation({
    namespace: 'business',
    name: 'remove-domain',
    title: <Trans>Remove {domain}?</Trans>,
    text: (
      <Trans>
        Nobody can join through it, and AES for business stops applying to its addresses. Existing members
        stay. To add it again, verify it with a new record.
      </Trans>
    ),
    stay: <Trans>Keep domain</Trans>,
    button: <Trans>Remove domain</Trans>,
    run: async () => {
      await giveUp(domain)
      await onRemoved()
    },
  })
}
