import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { CodeForm } from '#web/features/anonymous-upload/code-form.tsx'
import {
  anonymousUploadQuery,
  type AnonymousUpload,
} from '#web/features/anonymous-upload/anonymous-upload-calls.ts'
import { AccountMenu } from '#web/features/session/account-menu.tsx'
import { ClaimableDocument } from '#web/features/anonymous-upload/claimable-document.tsx'
import { isCallError } from '#web/lib/calls/call-error.ts'
import { paths } from '#web/lib/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorState } from '#web/ui/notices/error-state.tsx'
import { MessageLayout } from '#web/ui/layout/app-layout.tsx'
import { usePageTitle } from '#web/ui/layout/page-title.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Statement } from '#web/ui/layout/statement.tsx'

/** The page of a link that lets an account claim a document. */
export function ClaimDocumentPage() {
  const { t } = useLingui()
  const { token = '' }: { token?: string } = useParams({ strict: false })
  usePageTitle(t`Document submitted`)
  const query = useQuery(anonymousUploadQuery(token))
  const [opened, setOpened] = useState<{ anonymousUpload: AnonymousUpload; code: string } | null>(null)
  const document = opened?.anonymousUpload.document
  function again() {
    setOpened(null)
    void query.refetch()
  }
  if (opened && document) return <ClaimableDocument {...{ token, ...opened, document }} onRefused={again} />
  const anonymousUpload = opened?.anonymousUpload ?? query.data
  return (
    <MessageLayout actions={<AccountMenu />}>
      {anonymousUpload ? (
        anonymousUpload.state === 'UNCLAIMED' ? (
          <div className="mx-auto w-full max-w-md rounded-sheet border border-line bg-sheet p-5 sm:p-8">
            <CodeForm
              token={token}
              anonymousUpload={anonymousUpload}
              onOpened={(now, code) => setOpened({ anonymousUpload: now, code })}
            />
          </div>
        ) : (
          <NotToClaim anonymousUpload={anonymousUpload} />
        )
      ) : query.isError ? (
        <Failed failure={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <div className="mx-auto w-full max-w-md">
          <h1 className="sr-only">{t`Document submitted`}</h1>
          <Skeleton className="h-72 w-full" />
        </div>
      )}
    </MessageLayout>
  )
}

function Failed({ failure, onRetry }: { failure: unknown; onRetry: () => void }) {
  const { t } = useLingui()
  if (!isCallError(failure, 'not_found'))
    return (
      <>
        <h1 className="sr-only">{t`Document submitted`}</h1>
        <ErrorState failure={failure} onRetry={onRetry} />
      </>
    )
  return (
    <Statement title={t`This link is invalid or has expired`} action={<ToDocuments />}>
      <Trans>Ask the person who gave it to you for the full link, or to submit the document again.</Trans>
    </Statement>
  )
}

function NotToClaim({ anonymousUpload }: { anonymousUpload: AnonymousUpload }) {
  const { t } = useLingui()
  const own = anonymousUpload.signature_request_id
  if (own !== null)
    return (
      <Statement
        title={t`You claimed this document`}
        action={<Button to={paths.view(own)}>{t`Open document`}</Button>}
      >
        <Trans>You’ll find it in your documents.</Trans>
      </Statement>
    )
  const titles = {
    UNCLAIMED: '',
    CLAIMED: t`Someone else has already claimed this document`,
    EXPIRED: t`This document wasn’t claimed in time`,
    WITHDRAWN: t`This document was withdrawn`,
  }
  return (
    <Statement title={titles[anonymousUpload.state]} action={<ToDocuments />}>
      {anonymousUpload.state === 'CLAIMED' ? (
        <Trans>Each link works once. Please ask the person who gave it to you.</Trans>
      ) : (
        <Trans>It has been deleted. Please ask the person who gave you the link to submit it again.</Trans>
      )}
    </Statement>
  )
}

function ToDocuments() {
  return (
    <Button to={paths.home()}>
      <Trans>My documents</Trans>
    </Button>
  )
}
