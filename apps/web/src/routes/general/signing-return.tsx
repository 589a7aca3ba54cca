import { Trans, useLingui } from '@lingui/react/macro'
import { paths } from '#web/lib/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { SimpleLayout } from '#web/ui/layout.tsx'
import { usePageTitle } from '#web/ui/page-title.ts'
import { Statement } from '#web/ui/statement.tsx'

/** Where a trust service sends people back to. None is connected, so nobody can have been sent. */
export function SigningReturnPage() {
  const { t } = useLingui()
  usePageTitle(t`Back from signing`)
  return (
    <SimpleLayout>
      <Statement
        title={t`No signature waits for this`}
        action={
          <Button to={paths.home()}>
            <Trans>Go to the start</Trans>
          </Button>
        }
      >
        <Trans>
          This page is the way back from an outside signing service. This installation is connected to none,
          and nothing was signed here just now.
        </Trans>
      </Statement>
    </SimpleLayout>
  )
}
