import { Trans, useLingui } from '@lingui/react/macro'
import { useRouter, useRouterState } from '@tanstack/react-router'
import { paths } from '#web/lib/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { SimpleLayout } from '#web/ui/layout/layout.tsx'
import { usePageTitle } from '#web/ui/layout/page-title.ts'
import { Statement } from '#web/ui/layout/statement.tsx'

export function SorryPage() {
  const { t } = useLingui()
  const router = useRouter()
  const id = useRouterState({ select: (state) => state.location.state.failureId })
  usePageTitle(t`Something went wrong`)
  return (
    <SimpleLayout>
      <Statement
        title={t`Sorry, something went wrong on our side`}
        action={
          <>
            <Button onClick={() => router.history.back()}>
              <Trans>Back to previous page</Trans>
            </Button>
            <Button type="secondary" to={paths.home()}>
              <Trans>Go to home page</Trans>
            </Button>
          </>
        }
      >
        <p>
          <Trans>Your saved work is safe. Please try again in a moment.</Trans>
        </p>
        {id !== undefined && (
          <p className="mt-2 text-sm">
            <Trans>
              If this happens again, give us this reference: <code>{id}</code>
            </Trans>
          </p>
        )}
      </Statement>
    </SimpleLayout>
  )
}
