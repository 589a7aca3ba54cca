import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { AccountMenu } from '#web/features/session/account-menu.tsx'
import { SignatureList, useSignatureActions } from '#web/features/visual-signatures/signature-list.tsx'
import {
  signaturesAtMost,
  visualSignaturesQuery,
} from '#web/features/visual-signatures/visual-signature-calls.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorState } from '#web/ui/notices/error-state.tsx'
import { usePageTitle } from '#web/ui/layout/page-title.ts'
import { ProfileLayout } from '#web/ui/layout/profile-layout.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

/** The signatures that one keeps, as they are on the page. */
export function VisualSignaturePage() {
  const { t } = useLingui()
  usePageTitle(t`Visual signature`)
  const saved = useQuery(visualSignaturesQuery)
  const actions = useSignatureActions(saved.data)
  const count = saved.data?.visualSignatures.length ?? 0
  return (
    <ProfileLayout
      current="visual-signature"
      title={<Trans>Visual signature</Trans>}
      actions={<AccountMenu />}
      primary={
        count > 0 &&
        count < signaturesAtMost && (
          <Button icon="plus" onClick={() => actions.edit(null)}>
            <Trans>New signature</Trans>
          </Button>
        )
      }
    >
      <p className="mb-5 max-w-prose text-ink-secondary">
        <Trans>
          How your signature looks on the page. Your default comes first when you sign. The legal proof is the
          electronic signature, not the image.
        </Trans>
      </p>
      {saved.data ? (
        <SignatureList saved={saved.data} actions={actions} />
      ) : saved.isError ? (
        <ErrorState failure={saved.error} onRetry={() => void saved.refetch()} />
      ) : (
        <div className="grid gap-4 sm:grid-cols-2">
          <Skeleton className="h-64 rounded-sheet" />
          <Skeleton className="h-64 rounded-sheet" />
        </div>
      )}
    </ProfileLayout>
  )
}
