import { useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { logout } from '@countersign/contract/sessions.ts'
import { call } from '#web/lib/calls/api.ts'
import { paths } from '#web/lib/paths.ts'
import { endSession, session } from '#web/lib/account/session.ts'
import { SimpleLayout } from '#web/ui/layout/layout.tsx'
import { usePageTitle } from '#web/ui/layout/page-title.ts'
import { Statement } from '#web/ui/layout/statement.tsx'

/** Nobody waits longer for a service that is busy or away. */
const patience = 2000

/**
 * Signs out here and in every other tab at once, whether the service can be reached or not. The page is reloaded: what
 * the account saw, chose and typed is not there for the next one.
 */
export function LogoutPage() {
  const { t } = useLingui()
  const [ended] = useState(() => session.get())
  usePageTitle(t`Signing out`)
  useEffect(() => {
    endSession({ everywhere: true })
    const told = ended ? tellService(ended.token) : Promise.resolve()
    const waited = new Promise((resolve) => setTimeout(resolve, patience))
    void Promise.race([told, waited]).then(() => location.replace(paths.loggedOut()))
  }, [ended])
  return (
    <SimpleLayout>
      <Statement title={t`Signing out …`} />
    </SimpleLayout>
  )
}

const tellService = (token: string): Promise<unknown> =>
  call(logout, {}, { background: true, headers: { authorization: `Bearer ${token}` } }).catch(() => undefined)
