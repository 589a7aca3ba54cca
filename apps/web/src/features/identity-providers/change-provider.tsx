import type { IdentityProvider } from '@countersign/contract/identity-providers.ts'
import { Trans } from '@lingui/react/macro'
import { openConfirmation } from '#web/ui/dialogs/confirmation.tsx'
import { removeProvider, setRequired } from './provider-calls.ts'

type OnChanged = (provider: IdentityProvider) => void

/** Asks first, and says for whom signing in changes, and for whom not yet. */
export function openRequire({ domains }: IdentityProvider, onChanged: OnChanged): void {
  const applied = domains.join(', ')
  openConfirmation({
    namespace: 'business',
    name: 'require-company-sign-in',
    color: 'accent',
    title: <Trans>Require company sign-in?</Trans>,
    text: (
      <Trans>
        Members with an email at {applied} can no longer sign in with a password or reset it. Open sessions
        continue until they end, at the latest after 24 hours. Members with other emails, people who sign by
        link and API users aren’t affected.
      </Trans>
    ),
    stay: <Trans>Cancel</Trans>,
    button: <Trans>Require company sign-in</Trans>,
    run: async () => onChanged(await setRequired(true)),
  })
}

export function openStopRequiring(onChanged: OnChanged): void {
  openConfirmation({
    namespace: 'business',
    name: 'stop-requiring-company-sign-in',
    title: <Trans>Stop requiring company sign-in?</Trans>,
    text: (
      <Trans>
        Members can use their passwords again, also those who no longer work for you until you remove them.
        Company sign-in stays available.
      </Trans>
    ),
    stay: <Trans>Keep requiring it</Trans>,
    button: <Trans>Stop requiring</Trans>,
    run: async () => onChanged(await setRequired(false)),
  })
}

export function openRemoveProvider(onRemoved: () => Promise<unknown>): void {
  openConfirmation({
    namespace: 'business',
    name: 'remove-identity-provider',
    title: <Trans>Remove the identity provider?</Trans>,
    text: (
      <Trans>
        Your people will sign in with their passwords. Those who only used company sign-in set a password with
        “Forgot your password?” on the sign-in page. The client secret is deleted.
      </Trans>
    ),
    stay: <Trans>Keep it</Trans>,
    button: <Trans>Remove provider</Trans>,
    run: async () => {
      await removeProvider()
      await onRemoved()
    },
  })
}
