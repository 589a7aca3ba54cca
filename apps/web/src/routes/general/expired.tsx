import { Trans, useLingui } from '@lingui/react/macro'
import { paths } from '#web/lib/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { SimpleLayout } from '#web/ui/layout/layout.tsx'
import { usePageTitle } from '#web/ui/layout/page-title.ts'
import { Statement } from '#web/ui/layout/statement.tsx'

export function ExpiredPage() {
  const { t } = useLingui()
  usePageTitle(t`Link expired`)
  return (
    <SimpleLayout>
      <Statement
        title={t`This link has expired`}
        action={
          <>
            <Button to={paths.signup()}>
              <Trans>Request new link</Trans>
            </Button>
            <Button type="secondary" to={paths.login()}>
              <Trans>Sign in</Trans>
            </Button>
          </>
        }
      >
        <Trans>
          Links in our emails work once and for a limited time. If you were asked to sign, ask the sender for
          a new link.
        </Trans>
      </Statement>
    </SimpleLayout>
  )
}
