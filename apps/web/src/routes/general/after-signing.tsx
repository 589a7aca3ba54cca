import { Trans, useLingui } from '@lingui/react/macro'
import { paths } from '#web/lib/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { SimpleLayout } from '#web/ui/layout.tsx'
import { usePageTitle } from '#web/ui/page-title.ts'
import { Statement } from '#web/ui/statement.tsx'

export function SignedPage() {
  const { t } = useLingui()
  usePageTitle(t`Signed`)
  return (
    <SimpleLayout>
      <Statement title={t`What you signed is with your documents`} action={<ToDocuments />}>
        <Trans>You get an email with the signed document when everyone has signed.</Trans>
      </Statement>
    </SimpleLayout>
  )
}

export function DeclinedPage() {
  const { t } = useLingui()
  usePageTitle(t`Declined`)
  return (
    <SimpleLayout>
      <Statement title={t`What you declined stays unsigned`} action={<ToDocuments />}>
        <Trans>A signature request ends when somebody declines it. You find it with your documents.</Trans>
      </Statement>
    </SimpleLayout>
  )
}

function ToDocuments() {
  return (
    <Button to={paths.home()}>
      <Trans>Go to your documents</Trans>
    </Button>
  )
}
