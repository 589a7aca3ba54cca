import { Trans, useLingui } from '@lingui/react/macro'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { wasAccountDeleted } from '#web/lib/account-deletion.ts'
import { paths } from '#web/lib/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { SimpleLayout } from '#web/ui/layout.tsx'
import { usePageTitle } from '#web/ui/page-title.ts'
import { Statement } from '#web/ui/statement.tsx'

/** Only directly after an account was deleted; to everybody else it is the index. */
export function ByePage() {
  const { t } = useLingui()
  const router = useRouter()
  const [deleted] = useState(wasAccountDeleted)
  usePageTitle(t`Goodbye`)
  useEffect(() => {
    if (!deleted) router.history.replace(paths.home())
  }, [deleted, router])
  if (!deleted) return null
  return (
    <SimpleLayout>
      <Statement
        title={t`Your account is deleted`}
        action={<Button to={paths.signup()}>{t`Sign up again`}</Button>}
      >
        <Trans>What you signed stays valid. Thank you for having been here.</Trans>
      </Statement>
    </SimpleLayout>
  )
}
