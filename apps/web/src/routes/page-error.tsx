import { useLingui as useCatalog } from '@lingui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { isCallError } from '#web/lib/call-error.ts'
import { describeFailure } from '#web/lib/errors.ts'
import { paths } from '#web/lib/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { SimpleLayout } from '#web/ui/layout.tsx'
import { usePageTitle } from '#web/ui/page-title.ts'
import { Statement } from '#web/ui/statement.tsx'

/** Any error that a page did not catch. A 401 shows nothing: the visitor is on the way to sign-in. */
export function PageError({ error }: { error: unknown }) {
  const { t } = useLingui()
  const { i18n } = useCatalog()
  usePageTitle(t`Something went wrong`)
  if (isCallError(error) && error.status === 401) return null
  return (
    <SimpleLayout>
      <Statement
        title={t`Something went wrong`}
        action={
          <>
            <Button onClick={() => location.reload()}>
              <Trans>Load again</Trans>
            </Button>
            <Button type="secondary" href={paths.home()} newTab={false}>
              <Trans>Go to the start</Trans>
            </Button>
          </>
        }
      >
        {describeFailure(error, i18n)}
      </Statement>
    </SimpleLayout>
  )
}
