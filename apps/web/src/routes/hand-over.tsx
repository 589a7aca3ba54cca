import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { CodeForm } from '#web/features/hand-over/code-form.tsx'
import { handOverQuery, type HandOver } from '#web/features/hand-over/hand-over-calls.ts'
import { HandedOverDocument } from '#web/features/hand-over/handed-over-document.tsx'
import { isCallError } from '#web/lib/call-error.ts'
import { paths } from '#web/lib/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { SimpleLayout } from '#web/ui/layout.tsx'
import { usePageTitle } from '#web/ui/page-title.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Statement } from '#web/ui/statement.tsx'

/** A link that hands a document over. */
export function HandOverPage() {
  const { t } = useLingui()
  const { token = '' }: { token?: string } = useParams({ strict: false })
  usePageTitle(t`Document handed over`)
  const query = useQuery(handOverQuery(token))
  const [opened, setOpened] = useState<{ handOver: HandOver; code: string } | null>(null)
  const document = opened?.handOver.document
  function again() {
    setOpened(null)
    void query.refetch()
  }
  if (opened && document) return <HandedOverDocument {...{ token, ...opened, document }} onRefused={again} />
  const handOver = opened?.handOver ?? query.data
  return (
    <SimpleLayout>
      {handOver ? (
        handOver.state === 'UNCLAIMED' ? (
          <div className="mx-auto w-full max-w-md rounded-sheet border border-line bg-sheet p-5 sm:p-8">
            <CodeForm
              token={token}
              handOver={handOver}
              onOpened={(now, code) => setOpened({ handOver: now, code })}
            />
          </div>
        ) : (
          <NotToClaim handOver={handOver} />
        )
      ) : query.isError ? (
        <Failed failure={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <div className="mx-auto w-full max-w-md">
          <h1 className="sr-only">{t`Document handed over`}</h1>
          <Skeleton className="h-72 w-full" />
        </div>
      )}
    </SimpleLayout>
  )
}

function Failed({ failure, onRetry }: { failure: unknown; onRetry: () => void }) {
  const { t } = useLingui()
  if (!isCallError(failure, 'not_found'))
    return (
      <>
        <h1 className="sr-only">{t`Document handed over`}</h1>
        <ErrorState failure={failure} onRetry={onRetry} />
      </>
    )
  return (
    <Statement title={t`This link hands nothing over`} action={<ToDocuments />}>
      <Trans>
        It may be incomplete, or it is too old. Please ask whoever gave it to you for the whole link, or to
        hand the document in again.
      </Trans>
    </Statement>
  )
}

function NotToClaim({ handOver }: { handOver: HandOver }) {
  const { t } = useLingui()
  const own = handOver.signature_request_id
  if (own !== null)
    return (
      <Statement
        title={t`You have taken this document over`}
        action={<Button to={paths.view(own)}>{t`Open it`}</Button>}
      >
        <Trans>It is among your documents.</Trans>
      </Statement>
    )
  const titles = {
    UNCLAIMED: '',
    CLAIMED: t`Somebody else has taken this document over`,
    EXPIRED: t`Nobody took this document over in time`,
    WITHDRAWN: t`This document was taken back`,
  }
  return (
    <Statement title={titles[handOver.state]} action={<ToDocuments />}>
      {handOver.state === 'CLAIMED' ? (
        <Trans>A link can be used once. Please ask whoever gave it to you.</Trans>
      ) : (
        <Trans>It is deleted here. Please ask whoever gave you the link to hand it in again.</Trans>
      )}
    </Statement>
  )
}

function ToDocuments() {
  return (
    <Button to={paths.home()}>
      <Trans>Go to your documents</Trans>
    </Button>
  )
}
