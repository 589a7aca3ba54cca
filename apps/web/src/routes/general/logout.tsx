import { useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { logout } from '@countersign/contract/sessions.ts'
import { call } from '#web/lib/calls/api.ts'
import { paths } from '#web/lib/paths.ts'
import { endSession, session } from '#web/lib/account/session.ts'
import { SimpleLayout } from '#web/ui/layout/layout.tsx'
import { usePageTitle } from '#web/ui/layout/page-title.ts'
import { Statement } from '#web/ui/layout/statement.tsx'

/** Signs out here and in every other tab, whether the service can be reached or not. */
export function LogoutPage() {
  const { t } = useLingui()
  const navigate = useNavigate()
  usePageTitle(t`Signing out`)
  useEffect(() => {
    const told = session.get() ? call(logout, {}, { background: true }) : Promise.resolve()
    void told
      .catch(() => undefined)
      .then(() => {
        endSession({ everywhere: true })
        return navigate({ href: paths.loggedOut(), replace: true })
      })
  }, [navigate])
  return (
    <SimpleLayout>
      <Statement title={t`Signing out …`} />
    </SimpleLayout>
  )
}
