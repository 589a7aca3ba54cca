import { Trans, useLingui } from '@lingui/react/macro'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { cookiesWork } from '#web/lib/browser/cookie.ts'
import { paths } from '#web/lib/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { SimpleLayout } from '#web/ui/layout/layout.tsx'
import { Notice } from '#web/ui/notices/notice.tsx'
import { usePageTitle } from '#web/ui/layout/page-title.ts'
import { Statement } from '#web/ui/layout/statement.tsx'

export function CookiesBlockedPage() {
  const { t } = useLingui()
  const router = useRouter()
  const [stillBlocked, setStillBlocked] = useState(false)
  usePageTitle(t`Cookies are blocked`)
  function check() {
    if (cookiesWork()) router.history.replace(paths.home())
    else setStillBlocked(true)
  }
  return (
    <SimpleLayout>
      <Statement
        title={t`Your browser blocks cookies`}
        action={
          <Button onClick={check}>
            <Trans>Cookies are allowed now</Trans>
          </Button>
        }
      >
        <Trans>
          Countersign stores your language and view settings in its own cookies and shares nothing with
          others. Please allow cookies for this site.
        </Trans>
      </Statement>
      {stillBlocked && (
        <div className="mt-6">
          <Notice kind="warning">
            <Trans>Cookies are still blocked. Check your browser settings.</Trans>
          </Notice>
        </div>
      )}
    </SimpleLayout>
  )
}
