import { Trans } from '@lingui/react/macro'
import { openConfirmation } from '#web/ui/confirmation.tsx'

/** Asks before admins take their own right: they cannot give it back to themselves. */
export function openGiveUpAdmin(run: () => Promise<void>): void {
  openConfirmation({
    namespace: 'business',
    name: 'give-up-admin',
    title: <Trans>Be a member yourself?</Trans>,
    text: (
      <Trans>
        You will not see these pages any more, and only another administrator can make you one again.
      </Trans>
    ),
    stay: <Trans>Stay an administrator</Trans>,
    button: <Trans>Become a member</Trans>,
    run,
  })
}
