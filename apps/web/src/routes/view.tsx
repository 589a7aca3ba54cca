import type { Document } from '@countersign/contract/documents.ts'
import type { SignatureRequest } from '@countersign/contract/signature-request-shapes.ts'
import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useMemo } from 'react'
import { DocumentViewer } from '#web/features/documents/document-viewer.tsx'
import { accountPages } from '#web/features/documents/page-calls.ts'
import { ViewerSkeleton } from '#web/features/documents/viewer-skeleton.tsx'
import { ExitRedirect } from '#web/features/navigation/exit-redirect.tsx'
import { accountActions, type RequestActions } from '#web/features/request-actions/action-calls.ts'
import {
  LazyActionsMenu,
  LazyContentDeleted,
  LazyProgressLine,
  LazyRequestExtras,
  LazySignerActions,
} from '#web/features/request-actions/lazy-actions.tsx'
import { withWords } from '#web/features/request-actions/on-tap.ts'
import { useOutcomes } from '#web/features/request-actions/use-outcomes.ts'
import type { SigningOutcome } from '#web/features/signing/signing/poll.ts'
import {
  accountSigning,
  documentQuery,
  eventsQuery,
  requestQuery,
} from '#web/features/signing/request-queries.ts'
import { showOwnField, SignFields } from '#web/features/signing/sign-fields.tsx'
import { endOf, situationOf } from '#web/features/signing/situation.ts'
import { useSigning } from '#web/features/signing/signing/use-signing.tsx'
import { ViewScreen } from '#web/features/signing/view-screen.tsx'
import { saveAsTemplate } from '#web/features/templates/save-later.ts'
import { useCurrentUser } from '#web/lib/account/current-user.ts'
import { isGone } from '#web/lib/requests/read-requests.ts'
import { useUntilOver } from '#web/lib/requests/use-until-over.ts'
import { ErrorState } from '#web/ui/notices/error-state.tsx'
import { RequestNotShown } from './request-not-shown.tsx'
import { usePageTitle } from '#web/ui/layout/page-title.ts'

export function ViewPage() {
  const { id } = useParams({ from: '/signed-in/view/$id' })
  const actions = useMemo(() => accountActions(id), [id])
  const request = useQuery({ ...requestQuery(id), enabled: () => !actions.isRemoved() })
  // What was loaded stays while the connection is lost, but not once its reader has no part in it.
  const { data: shown, over } = useUntilOver(request, isGone)
  usePageTitle(shown?.title ?? '')
  if (shown) return <LoadedRequest key={id} request={shown} actions={actions} />
  const failure = over ?? request.error
  if (!failure) return <ViewerSkeleton />
  return <RequestNotShown failure={failure} onRetry={() => void request.refetch()} />
}

function LoadedRequest({ request, actions }: { request: SignatureRequest; actions: RequestActions }) {
  const user = useCurrentUser()
  const queries = useQueryClient()
  const events = useQuery(eventsQuery(request))
  const isDeleted = request.retention !== null && request.retention.deleted_at !== null
  const documents = useQueries({
    queries: isDeleted ? [] : request.documents.map(({ version_id }) => documentQuery(version_id)),
  })
  const failed = documents.find((document) => document.isError)
  const loaded = documents.flatMap(({ data }): Document[] => (data ? [data] : []))
  const end = endOf(situationOf(request))
  const outcomes = useOutcomes(request)
  const saveTemplate = () => void saveAsTemplate(async () => request)
  const about = { request, actions, events: events.data?.items ?? [] }
  const signing = useSigning({
    request,
    name: `${user.firstName} ${user.lastName}`.trim(),
    calls: accountSigning,
    onChosen: () => window.setTimeout(showOwnField, 100),
    wayOut: <ExitRedirect requestId={request.id} end="error" />,
    onEnd: (outcome: SigningOutcome) => {
      const { queryKey } = requestQuery(request.id)
      const again = queries.invalidateQueries({ queryKey })
      if (outcome.kind !== 'signed') return
      const signed = again.then(() => queries.getQueryData(queryKey) ?? request)
      void withWords(import('#web/features/signing/signed-summary.tsx')).then((part) =>
        part.showSigned(request, signed, <ExitRedirect requestId={request.id} end="signed" />),
      )
    },
  })
  return (
    <ViewScreen
      request={request}
      events={{ data: events.data?.items, failure: events.error }}
      signing={signing}
      wayOut={end && <ExitRedirect requestId={request.id} end={end} />}
      progress={<LazyProgressLine {...about} onReminded={outcomes.onReminded} />}
      menu={<LazyActionsMenu {...about} {...outcomes} onSaveTemplate={saveTemplate} />}
      actionsFor={(signature) => <LazySignerActions {...about} {...outcomes} signature={signature} />}
      extras={<LazyRequestExtras request={request} actions={actions} onDone={outcomes.onChanged} />}
    >
      {isDeleted ? (
        <LazyContentDeleted request={request} />
      ) : failed ? (
        <div className="flex-1">
          <ErrorState failure={failed.error} onRetry={() => void failed.refetch()} />
        </div>
      ) : loaded.length < documents.length ? (
        <ViewerSkeleton inside />
      ) : (
        <DocumentViewer
          reads
          documents={loaded}
          source={accountPages}
          overlay={(page) => (
            <SignFields
              request={request}
              page={page}
              documents={loaded}
              signing={request.viewer.can.sign ? signing : null}
            />
          )}
        />
      )}
    </ViewScreen>
  )
}
