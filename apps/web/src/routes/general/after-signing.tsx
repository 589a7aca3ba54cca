import { Trans, useLingui } from '@lingui/react/macro'
import { AccountMenu } from '#web/features/session/account-menu.tsx'
import { paths } from '#web/lib/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { MessageLayout } from '#web/ui/layout/app-layout.tsx'
import { usePageTitle } from '#web/ui/layout/page-title.ts'
import { Statement } from '#web/ui/layout/statement.tsx'

export function SignedPage() {
  const { t } = useLingui()
  usePageTitle(t`Signed`)
  return (
    <MessageLayout actions={<AccountMenu />}>
      <Statement title={t`Find signed documents in your list`} action={<ToDocuments />}>
        <Trans>They’re complete when everyone has signed.</Trans>
      </Statement>
    </MessageLayout>
  )
}

export function DeclinedPage() {
  const { t } = useLingui()
  usePageTitle(t`Declined`)
  return (
    <MessageLayout actions={<AccountMenu />}>
      <Statement title={t`Declined documents stay unsigned`} action={<ToDocuments />}>
        <Trans>A request ends when a signer declines. You’ll find it in your documents.</Trans>
      </Statement>
    </MessageLayout>
  )
}

function ToDocuments() {
  return (
    <Button to={paths.home()}>
      <Trans>My documents</Trans>
    </Button>
  )
}
