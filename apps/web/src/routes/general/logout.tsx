import { useLingui } from '@lingui/react/macro'
import { useEffect } from 'react'
import { logout } from '@countersign/contract/sessions.ts'
import { call } from '#web/lib/calls/api.ts'
import { paths } from '#web/lib/paths.ts'
import { endSession, session } from '#web/lib/account/session.ts'
import { SimpleLayout } from '#web/ui/layout/layout.tsx'
import { usePageTitle } from '#web/ui/layout/page-title.ts'
import { Statement } from '#web/ui/layout/statement.tsx'

/** Nobody waits longer for a service that is busy or away. */
const patience = 1000

/**
 * Signs out here and in every other tab, whether the service can be reached or not. The page is reloaded: what the account
 * saw, chose and typed is not there for the next one.
 */
export function LogoutPage() {
  const { t } = useLingui()
  usePageTitle(t`Signing out`)
  useEffect(() => {
    const options = { background: true, signal: AbortSignal.timeout(patience) }
    const told = session.get() ? call(logout, {}, options).catch(() => undefined) : Promise.resolve()
    void told.then(() => {
      // At once after each other: the sign-in page that the end leads to is not typed in before it is reloaded.
      endSession({ everywhere: true })
      location.replace(paths.loggedOut())
    })
  }, [])
  return (
    <SimpleLayout>
      <Statement title={t`Signing out …`} />
    </SimpleLayout>
  )
}
