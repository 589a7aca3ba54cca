import { i18n } from '@lingui/core'
import { Trans } from '@lingui/react/macro'
import type { AnyRouter } from '@tanstack/react-router'
import { getUser } from '@countersign/contract/accounts.ts'
import type { User } from '@countersign/contract/account-shapes.ts'
import { call } from '#web/lib/calls/api.ts'
import { loadCatalogs } from '#web/lib/language/i18n.ts'
import { longestSession, session, startSession } from '#web/lib/account/session.ts'
import { Button } from '#web/ui/button.tsx'
import { DialogButtons } from '#web/ui/dialogs/dialog-host.tsx'
import { openDialog, type DialogControls } from '#web/ui/dialogs/dialog-store.ts'
import { showSnackbar } from '#web/ui/dialogs/snackbar-store.ts'
import { navigationDialogs } from './waiting.ts'

/**
 * A link with a token could sign one in as someone else, who would then see what one does here. So the account is
 * named and the visitor says whether that is who they are; nothing happens without.
 */
export async function offerSession(token: string, router: AnyRouter): Promise<void> {
  await loadCatalogs('general')
  const user = await userOf(token)
  if (!user) {
    showSnackbar(i18n._('error.user_token'), { color: 'error', duration: 8000 })
    return
  }
  if (session.get()) return
  const { email } = user
  openDialog({
    namespace: navigationDialogs,
    name: 'continue as',
    title: <Trans>Continue as {email}?</Trans>,
    content: (controls) => <ContinueAs user={user} controls={controls} />,
    onAction: async () => {
      // The address tells nothing of when it ends. It ends no later than this; until then the service says so.
      startSession({ token, expiresAt: new Date(Date.now() + longestSession).toISOString() })
      await router.invalidate()
    },
  })
}

async function userOf(token: string): Promise<User | null> {
  const options = { credential: { token }, background: true } as const
  return call(getUser, { query: { v2: 'true' } }, options).catch(() => null)
}

function ContinueAs({ user, controls }: { user: User; controls: DialogControls }) {
  const { email } = user
  const name = `${user.firstName} ${user.lastName}`.trim()
  return (
    <>
      <p>
        <Trans>
          This link signs you in to the account of {name}, {email}. Continue only if this is your account; its
          owner can see what you do in it.
        </Trans>
      </p>
      <DialogButtons>
        <Button type="secondary" disabled={controls.loading} onClick={controls.close}>
          <Trans>This isn’t me</Trans>
        </Button>
        <Button loading={controls.loading} onClick={() => controls.act()}>
          <Trans>Continue as {email}</Trans>
        </Button>
      </DialogButtons>
    </>
  )
}
