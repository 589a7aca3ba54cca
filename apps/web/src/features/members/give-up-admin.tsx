import { Trans } from '@lingui/react/macro'
import { openConfirmation } from '#web/ui/dialogs/confirmation.tsx'

/** Asks before admins take their own right: they cannot give it back to themselves. */
export function openGiveUpAdmin(run: () => Promise<void>): void {
  openConfirmation({
    namespace: 'business',
    name: 'give-up-admin',
    title: <Trans>Give up your admin rights?</Trans>,
    text: (
      <Trans>You’ll lose access to these pages. Only another administrator can make you one again.</Trans>
    ),
    stay: <Trans>Stay an administrator</Trans>,
    button: <Trans>Give up admin rights</Trans>,
    run,
  })
}
