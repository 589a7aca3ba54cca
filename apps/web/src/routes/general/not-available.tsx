import { Trans, useLingui } from '@lingui/react/macro'
import { AccountMenu } from '#web/features/session/account-menu.tsx'
import { paths } from '#web/lib/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { MessageLayout } from '#web/ui/layout/app-layout.tsx'
import { usePageTitle } from '#web/ui/layout/page-title.ts'
import { Statement } from '#web/ui/layout/statement.tsx'

export function NotAvailablePage() {
  const { t } = useLingui()
  usePageTitle(t`Not available`)
  return (
    <MessageLayout actions={<AccountMenu />}>
      <Statement
        title={t`This isn’t available to you`}
        action={
          <Button to={paths.home()}>
            <Trans>My documents</Trans>
          </Button>
        }
      >
        <Trans>
          Your account doesn’t have access, or it no longer exists. If someone sent you here, please ask them.
        </Trans>
      </Statement>
    </MessageLayout>
  )
}
