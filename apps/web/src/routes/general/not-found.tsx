import { Trans, useLingui } from '@lingui/react/macro'
import { useRouterState } from '@tanstack/react-router'
import { paths } from '#web/lib/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { LostPageDrawing } from '#web/ui/notices/lost-page-drawing.tsx'
import { SimpleLayout } from '#web/ui/layout/layout.tsx'
import { Statement } from '#web/ui/layout/statement.tsx'
import { usePageTitle } from '#web/ui/layout/page-title.ts'

export function NotFoundPage() {
  const { t } = useLingui()
  const path = shownPath(useRouterState({ select: ({ location }) => location.pathname }))
  usePageTitle(t`Page not found`)
  return (
    <SimpleLayout>
      <Statement
        title={t`This page does not exist`}
        drawing={<LostPageDrawing />}
        action={
          <Button to={paths.home()}>
            <Trans>Go to home page</Trans>
          </Button>
        }
      >
        <Trans>The address may be mistyped, or the page has moved.</Trans>
        <span className="mt-2 block text-sm wrap-anywhere">
          <Trans>
            Page Not Found: <bdi>{path}</bdi>
          </Trans>
        </span>
      </Statement>
    </SimpleLayout>
  )
}

/** A path can be as long as an address may be. */
const shownPath = (path: string) => (path.length > 200 ? `${path.slice(0, 200)}…` : path)
