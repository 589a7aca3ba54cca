import type { Document } from '@countersign/contract/documents.ts'
import type { SignatureRequest } from '@countersign/contract/signature-request-shapes.ts'
import { useQueries } from '@tanstack/react-query'
import { Suspense, useMemo } from 'react'
import { directDocumentQuery, type DirectLink } from '#web/features/direct-sign/direct-queries.ts'
import { Invitation } from '#web/features/direct-sign/invitation.tsx'
import { DirectAttachments } from '#web/features/direct-sign/lazy-parts.tsx'
import { ExitRedirect } from '#web/features/navigation/exit-redirect.tsx'
import { DocumentViewer } from '#web/features/documents/document-viewer.tsx'
import { directPages } from '#web/features/documents/page-calls.ts'
import { ViewerSkeleton } from '#web/features/documents/viewer-skeleton.tsx'
import { showOwnField, SignFields } from '#web/features/signing/sign-fields.tsx'
import { LazySituationNotice } from '#web/features/signing/lazy-situation-notice.tsx'
import { endOf, situationOf } from '#web/features/signing/situation.ts'
import { type Signing } from '#web/features/signing/signing/use-signing.tsx'
import { ErrorState } from '#web/ui/notices/error-state.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { DirectDetails } from './direct-sign-details.tsx'

/** The documents of a link, under who asks for what. */
export function DirectDocuments(props: {
  link: DirectLink
  request: SignatureRequest
  token: (renew: boolean) => Promise<string>
  signing: Signing | null
}) {
  const { link, request, token } = props
  const end = endOf(situationOf(request))
  const source = useMemo(() => directPages(token), [token])
  const documents = useQueries({
    queries: request.documents.map(({ version_id }) => directDocumentQuery(link, version_id)),
  })
  const failed = documents.find((document) => document.isError)
  const loaded = documents.flatMap(({ data }): Document[] => (data ? [data] : []))
  if (failed) return <ErrorState failure={failed.error} onRetry={() => void failed.refetch()} />
  if (loaded.length < documents.length) return <ViewerSkeleton inside />
  return (
    <DocumentViewer
      reads
      documents={loaded}
      source={source}
      overlay={(page) => (
        <SignFields request={request} page={page} documents={loaded} signing={props.signing} />
      )}
      lead={
        <Invitation
          request={request}
          onShowPlace={showOwnField}
          notice={
            <>
              <LazySituationNotice request={request} />
              {end && <ExitRedirect requestId={link.id} end={end} />}
            </>
          }
          details={
            <>
              {request.attachments.length > 0 && (
                <Suspense fallback={<Skeleton className="h-20" />}>
                  <DirectAttachments link={link} request={request} token={token} />
                </Suspense>
              )}
              <DirectDetails link={link} request={request} />
            </>
          }
        />
      }
    />
  )
}
