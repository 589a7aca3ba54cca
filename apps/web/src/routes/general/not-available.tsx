import { Trans, useLingui } from '@lingui/react/macro'
import { paths } from '#web/lib/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { SimpleLayout } from '#web/ui/layout.tsx'
import { usePageTitle } from '#web/ui/page-title.ts'
import { Statement } from '#web/ui/statement.tsx'

export function NotAvailablePage() {
  const { t } = useLingui()
  usePageTitle(t`Not available`)
  return (
    <SimpleLayout>
      <Statement
        title={t`This is not available to you`}
        action={
          <Button to={paths.home()}>
            <Trans>Go to your documents</Trans>
          </Button>
        }
      >
        <Trans>
          Your account does not have it, or it is not there any more. Nothing was lost. If somebody sent you
          here, please ask them.
        </Trans>
      </Statement>
    </SimpleLayout>
  )
}
