import { Trans, useLingui } from '@lingui/react/macro'
import { paths } from '#web/lib/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { SimpleLayout } from '#web/ui/layout/layout.tsx'
import { usePageTitle } from '#web/ui/layout/page-title.ts'
import { Statement } from '#web/ui/layout/statement.tsx'

/** Directly after an account was deleted; the navigation rules let nobody else see it. */
export function ByePage() {
  const { t } = useLingui()
  usePageTitle(t`Goodbye`)
  return (
    <SimpleLayout>
      <Statement
        title={t`Your account has been deleted`}
        action={<Button to={paths.signup()}>{t`Sign up again`}</Button>}
      >
        <Trans>Your signatures stay valid. Thank you for using Countersign.</Trans>
      </Statement>
    </SimpleLayout>
  )
}
