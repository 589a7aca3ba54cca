import { Trans, useLingui } from '@lingui/react/macro'
import { DropAnywhere } from '#web/features/dashboard/drop-anywhere.tsx'
import { NewButton } from '#web/features/dashboard/new-button.tsx'
import { useNewRequest } from '#web/features/dashboard/use-new-request.ts'
import { AccountMenu } from '#web/features/session/account-menu.tsx'
import { paths } from '#web/lib/paths.ts'
import { EmptyState } from '#web/ui/notices/empty-state.tsx'
import { DefaultLayout } from '#web/ui/layout/app-layout.tsx'
import { usePageTitle } from '#web/ui/layout/page-title.ts'

export function UploadPage() {
  const { t } = useLingui()
  const { busy, begin } = useNewRequest()
  const onFiles = (files: readonly File[]) => void begin(files)
  usePageTitle(t`New signature request`)
  return (
    <DefaultLayout back={paths.home()} title={t`New signature request`} actions={<AccountMenu />}>
      <EmptyState
        title={t`Which document needs signing?`}
        action={<NewButton busy={busy} onFiles={onFiles} />}
      >
        <span className="max-md:hidden">
          <Trans>Choose a PDF or drop one anywhere on this page.</Trans>
        </span>
      </EmptyState>
      <DropAnywhere onFiles={onFiles} />
    </DefaultLayout>
  )
}
