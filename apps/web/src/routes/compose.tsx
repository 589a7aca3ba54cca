import type { Document } from '@countersign/contract/documents.ts'
import type { SignatureRequest } from '@countersign/contract/signature-request-shapes.ts'
import { Trans } from '@lingui/react/macro'
import { useQueries, useQuery, type UseQueryResult } from '@tanstack/react-query'
import { Navigate, useNavigate, useParams } from '@tanstack/react-router'
import { Suspense, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { problemsOf, refusedParts } from '#web/features/compose/drafts/check-draft.ts'
import {
  composeCalls,
  composedDocumentQuery,
  composedRequestQuery,
  composedTagsQuery,
} from '#web/features/compose/compose-queries.ts'
import { ComposeMenu } from '#web/features/compose/compose-menu.tsx'
import { ComposeScreen } from '#web/features/compose/compose-screen.tsx'
import { FieldLayer } from '#web/features/compose/placements/field-layer.tsx'
import { troublesOf } from '#web/features/compose/placements/field-troubles.ts'
import { FieldsPanel } from '#web/features/compose/fields/fields-panel.tsx'
import { FoundPlacesNotice } from '#web/features/compose/placements/found-places-notice.tsx'
import { useLeaveGuard } from '#web/features/compose/drafts/leave-guard.tsx'
import type { WithoutField } from '#web/features/compose/fields/missing-fields.ts'
import { problemsOfCertified } from '#web/features/compose/fields/own-signature-fields.ts'
import { SendSummary } from '#web/features/compose/sending/send-dialog.tsx'
import type { Compose } from '#web/features/compose/use-compose.ts'
import { useCompose } from '#web/features/compose/use-compose.ts'
import { focusStep } from '#web/features/compose/focus-step.ts'
import { useStep } from '#web/features/compose/use-step.ts'
import { usePlacing } from '#web/features/compose/placements/use-placing.ts'
import { DocumentViewer } from '#web/features/documents/document-viewer.tsx'
import { accountPages } from '#web/features/documents/page-calls.ts'
import { pageElementId } from '#web/features/documents/viewer-page.ts'
import { ViewerSkeleton } from '#web/features/documents/viewer-skeleton.tsx'
import { accountActions, type RequestActions } from '#web/features/request-actions/action-calls.ts'
import { LazyRequestExtras } from '#web/features/request-actions/lazy-actions.tsx'
import { saveAsTemplate } from '#web/features/templates/save-later.ts'
import { useCurrentUser } from '#web/lib/account/current-user.ts'
import { isCallError } from '#web/lib/calls/call-error.ts'
import type { ComposeStep } from '#web/lib/paths.ts'
import { paths } from '#web/lib/paths.ts'
import { loadCatalogs } from '#web/lib/language/i18n.ts'
import { closeDialog, openDialog } from '#web/ui/dialogs/dialog-store.ts'
import { EmptyState } from '#web/ui/notices/empty-state.tsx'
import { ErrorState } from '#web/ui/notices/error-state.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { RequestNotShown } from './request-not-shown.tsx'
import { usePageTitle } from '#web/ui/layout/page-title.ts'
import { later } from '#web/ui/later.tsx'

export function ComposePage() {
  const { id } = useParams({ from: '/signed-in/compose/$id' })
  const [loaded, setLoaded] = useState(0)
  const actions = useMemo(() => accountActions(id), [id])
  const request = useQuery({ ...composedRequestQuery(id), enabled: () => !actions.isRemoved() })
  if (request.isError) {
    return <RequestNotShown failure={request.error} onRetry={() => void request.refetch()} />
  }
  if (!request.data) return <ViewerSkeleton />
  if (request.data.status_overall !== 'DRAFT') return <Navigate to={paths.view(id)} replace />
  const reload = () => void request.refetch().then(() => setLoaded(loaded + 1))
  return <Composing key={`${id} ${loaded}`} request={request.data} actions={actions} reload={reload} />
}

function Composing(props: { request: SignatureRequest; actions: RequestActions; reload: () => void }) {
  const { request, actions, reload } = props
  const user = useCurrentUser()
  const navigate = useNavigate()
  const calls = useMemo(() => composeCalls(request.id), [request.id])
  const me = { email: user.email, name: `${user.firstName} ${user.lastName}`.trim() }
  const compose = useCompose(request, me, calls, reload)
  const latest = useRef(compose)
  latest.current = compose
  const documents = useDraftDocuments(compose.draft.documentIds)
  const placing = usePlacing(compose, documents.loaded)
  const { data: tags } = useQuery(composedTagsQuery(compose.draft.documentIds.toSorted()))
  const { troubles, troubled } = useTroubles(compose, documents.loaded)
  const [step, go] = useStep(request.id)
  const [tried, setTried] = useState(false)
  const withoutField = useRef<WithoutField>(new Set())
  usePageTitle(compose.draft.title)
  useLeaveGuard(request.id, compose, () => actions.remove('deleted'))
  const problemsIn = ({ draft, uploads }: Pick<Compose, 'draft' | 'uploads'>) => [
    ...problemsOf(draft, new Date(), uploads.isUploading),
    ...problemsOfCertified(draft, documents.loaded),
  ]
  const problems = tried ? problemsIn(compose) : refusedParts(compose.draft, new Date())

  const saveTemplate = () =>
    void saveAsTemplate(async () => {
      await compose.saveNow()
      return calls.get()
    })

  /** Sends the version that was reviewed. Another one is reviewed first. */
  async function send(version: string) {
    await compose.saveNow()
    try {
      await calls.initiate(version)
    } catch (failure) {
      if (!isCallError(failure, 'request.changed')) throw failure
      await compose.meet(await calls.get())
      return review({ isChanged: true })
    }
    await navigate({ to: paths.success(request.id), replace: true })
  }

  function placeField(signerKey: string, documentId: string) {
    placing.arm(signerKey, null)
    go('fields', () => {
      focusStep('fields')
      // After the focus, which scrolls as well.
      window.setTimeout(() =>
        document
          .getElementById(pageElementId({ documentId, index: 0 }))
          ?.scrollIntoView({ block: 'nearest' }),
      )
    })
  }

  async function preview(signerKey: string) {
    await latest.current.saveNow()
    const signer = latest.current.draft.signers.find(({ key }) => key === signerKey)
    return calls.preview(signer?.sid ?? '')
  }

  function leaveReview(to: ComposeStep) {
    closeDialog('document')
    go(to)
  }

  async function review({ isChanged = false } = {}) {
    leaveField()
    setTried(true)
    const { uploads, unsavedProperties } = latest.current
    const [problem] = problemsIn({ draft: compose.now().draft, uploads })
    if (problem) return leaveReview(problem.step)
    // Named in the palette: a field would go out without what was typed for it.
    if (unsavedProperties.fields.length > 0) return leaveReview('fields')
    // What is shown is what the server has. A draft that couldn’t be saved is saved when it is sent, or that says why not.
    const isSaved = await compose.flush()
    // The page shows what was changed elsewhere, and lets one choose.
    if (isChanged && !isSaved) return closeDialog('document')
    const { draft, server } = compose.now()
    openDialog({
      namespace: 'document',
      name: 'send',
      title: <Trans>Ready to send?</Trans>,
      content: (controls) => (
        <SendSummary
          draft={draft}
          isChanged={isChanged}
          withoutField={withoutField.current}
          onWithoutField={(chosen) => (withoutField.current = chosen)}
          preview={preview}
          documentNames={draft.documentIds.map(
            (id) => server.documents.find((document) => document.id === id)?.name ?? '',
          )}
          observers={server.observers.map(({ email }) => email)}
          attachmentNames={server.attachments.map(({ filename }) => filename)}
          onPlace={(signerKey, documentId) => {
            controls.close()
            placeField(signerKey, documentId)
          }}
          controls={controls}
        />
      ),
      onAction: () => send(server.updated_at),
    })
  }

  return (
    <ComposeScreen
      compose={compose}
      step={step}
      go={go}
      problems={problems}
      placing={placing}
      onSend={() => void review()}
      menu={<ComposeMenu compose={compose} onSaveTemplate={saveTemplate} />}
      fieldsPanel={
        <FieldsPanel
          compose={compose}
          placing={placing}
          documents={documents.loaded}
          troubles={troubles}
          lead={tags && <FoundPlacesNotice compose={compose} documents={documents.loaded} tags={tags} />}
        />
      }
      quality={<LazyQuality compose={compose} />}
      extras={
        <LazyRequestExtras
          request={compose.server}
          actions={actions}
          onDone={(changed) => void compose.meet(changed)}
        />
      }
      viewer={
        compose.draft.documentIds.length === 0 ? (
          <EmptyState title={<Trans>No documents yet</Trans>}>
            <Trans>Choose the PDF files to sign.</Trans>{' '}
            <span className="max-md:hidden">
              <Trans>You can also drop them here.</Trans>
            </span>
          </EmptyState>
        ) : documents.failed ? (
          <ErrorState failure={documents.failed.error} onRetry={() => void documents.failed?.refetch()} />
        ) : documents.loaded.length === 0 ? (
          <ViewerSkeleton inside />
        ) : (
          <DocumentViewer
            documents={documents.loaded}
            source={accountPages}
            thumbnails={false}
            onPage={placing.setPage}
            overlay={(page) => (
              <FieldLayer
                compose={compose}
                placing={placing}
                page={page}
                troubled={troubled}
                document={documents.loaded.find(({ id }) => id === page.documentId)}
              />
            )}
          />
        )
      }
    />
  )
}

/** A field is told when one is done with it by leaving it, which a tap on a button isn't on every phone. */
function leaveField(): void {
  const field = document.activeElement
  if (field instanceof HTMLInputElement) flushSync(() => field.blur())
}

function useDraftDocuments(ids: readonly string[]) {
  return useQueries({ queries: ids.map((id) => composedDocumentQuery(id)), combine: draftDocuments })
}

/** The same documents are the same list: what is made of them is made once. */
function draftDocuments(queries: readonly UseQueryResult<Document>[]) {
  const loaded = queries.flatMap(({ data }): Document[] => (data ? [data] : []))
  return { loaded, failed: queries.find((query) => query.isError) }
}

function useTroubles({ draft }: Compose, documents: readonly Document[]) {
  const { fields, signerFields } = draft
  return useMemo(() => {
    const pages = new Map(documents.map(({ id, pages: own }) => [id, own]))
    const troubles = troublesOf(
      { fields, signerFields },
      (field) => pages.get(field.documentId)?.[field.page] ?? null,
    )
    const all = troubles.flatMap(({ field, other }) => (other ? [field, other] : [field]))
    return { troubles, troubled: new Set(all) }
  }, [fields, signerFields, documents])
}

/** The kinds of signatures with their words, which the profile has too. */
const Quality = later(async () => {
  const [{ ComposeQuality }] = await Promise.all([import('./compose-quality.tsx'), loadCatalogs('profile')])
  return { default: ComposeQuality }
})

function LazyQuality({ compose }: { compose: Compose }) {
  return (
    <Suspense fallback={<Skeleton className="h-18" />}>
      <Quality compose={compose} />
    </Suspense>
  )
}
