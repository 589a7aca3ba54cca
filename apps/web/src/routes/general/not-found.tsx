import { Trans, useLingui } from '@lingui/react/macro'
import { paths } from '#web/lib/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { LostPageDrawing } from '#web/ui/lost-page-drawing.tsx'
import { SimpleLayout } from '#web/ui/layout.tsx'
import { Statement } from '#web/ui/statement.tsx'
import { usePageTitle } from '#web/ui/page-title.ts'

export function NotFoundPage() {
  const { t } = useLingui()
  usePageTitle(t`Page not found`)
  return (
    <SimpleLayout>
      <Statement
        title={t`This page does not exist`}
        drawing={<LostPageDrawing />}
        action={
          <Button to={paths.home()}>
            <Trans>Go to the start</Trans>
          </Button>
        }
      >
        <Trans>The address may be mistyped, or the page has moved. Nothing was lost.</Trans>
      </Statement>
    </SimpleLayout>
  )
}
