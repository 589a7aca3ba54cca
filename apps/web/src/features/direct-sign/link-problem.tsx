import { Trans, useLingui } from '@lingui/react/macro'
import { paths } from '#web/lib/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Statement } from '#web/ui/statement.tsx'

/** A link that opens nothing: wrong, too old or taken back. Each with a way on. */
export function LinkProblem({ onRetry }: { onRetry: () => void }) {
  const { t } = useLingui()
  return (
    <div className="m-auto p-6">
      <Statement
        title={t`This link does not open anything`}
        action={
          <>
            <Button onClick={onRetry}>
              <Trans>Try again</Trans>
            </Button>
            <Button type="secondary" to={paths.login()}>
              <Trans>Sign in to an account</Trans>
            </Button>
          </>
        }
      >
        <p>
          <Trans>
            It may be incomplete, you may have handed your signature on, or the sender has removed or replaced
            what it led to. Nothing was lost.
          </Trans>
        </p>
        <p className="mt-2">
          <Trans>
            Please open the newest e-mail you got about this document and use the whole link, or ask the
            sender for a new one.
          </Trans>
        </p>
      </Statement>
    </div>
  )
}
