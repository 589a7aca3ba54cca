import type { DirectUser } from '@countersign/contract/account-shapes.ts'
import type { SignatureRequest } from '@countersign/contract/signature-request-shapes.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams, useRouter, useRouterState } from '@tanstack/react-router'
import { Suspense, useEffect, useMemo, useState } from 'react'
import {
  directDownload,
  directRequestQuery,
  directSigning,
  directToken,
  directUserQuery,
  type DirectLink,
} from '#web/features/direct-sign/direct-queries.ts'
import { DirectSignScreen, SignBar } from '#web/features/direct-sign/direct-sign-screen.tsx'
import {
  ContentDeleted,
  DirectLock,
  EndScreen,
  LinkProblem,
  loadSignedScreen,
  LookingBar,
  SignedScreen,
} from '#web/features/direct-sign/lazy-parts.tsx'
import { SecondaryActions } from '#web/features/direct-sign/secondary-actions.tsx'
import { ExitRedirect } from '#web/features/navigation/exit-redirect.tsx'
import { ViewerSkeleton } from '#web/features/documents/viewer-skeleton.tsx'
import { LazyFieldsBar } from '#web/features/signing/lazy-fields.tsx'
import { showOwnField } from '#web/features/signing/sign-fields.tsx'
import { endOf, hasSigned, needsIdentityCheck, situationOf } from '#web/features/signing/situation.ts'
import { useSigning } from '#web/features/signing/signing/use-signing.tsx'
import { identificationAddress } from '#web/lib/requests/identification-address.ts'
import { isLinkOver } from '#web/lib/requests/direct-link.ts'
import { useUntilOver } from '#web/lib/requests/use-until-over.ts'
import { isCallError } from '#web/lib/calls/call-error.ts'
import { activateLanguage, loadCatalogs, wantedLanguage } from '#web/lib/language/i18n.ts'
import { closeDialog, closeOverlay } from '#web/ui/dialogs/dialog-store.ts'
import { useFocusOnPart } from '#web/ui/layout/use-focus-on-part.ts'
import { ErrorState } from '#web/ui/notices/error-state.tsx'
import { usePageTitle } from '#web/ui/layout/page-title.ts'
import { DirectDocuments } from './direct-sign-documents.tsx'
import { later } from '#web/ui/later.tsx'

const loadChosen = async () => {
  const [{ DirectSignChosen }] = await Promise.all([
    import('./direct-sign-chosen.tsx'),
    loadCatalogs('signing'),
  ])
  return { default: DirectSignChosen }
}
const Chosen = later(loadChosen)
/**
 * While one chooses: the connection may be lost meanwhile, and what was drawn with it. That one has signed is said by what
 * is there then.
 */
const loadAhead = () => void Promise.all([loadChosen(), loadSignedScreen()]).catch(() => undefined)

/** The page of a link: who asks, the document, and one button. */
export function DirectSignPage() {
  const { id = '', userid = '' } = useParams({ strict: false })
  return <DirectSign key={`${id}/${userid}`} link={{ id, userid }} />
}

/** `preview`: one looks at the document and does not sign. */
export function DirectSign({ link, preview = false }: { link: DirectLink; preview?: boolean }) {
  const [delegatedTo, setDelegatedTo] = useState<string | null>(null)
  // Who delegated it has no part in it any longer: the link is not asked again.
  const enabled = delegatedTo === null
  const user = useQuery({ ...directUserQuery(link), enabled })
  const request = useQuery({ ...directRequestQuery(link), enabled })
  const [ended, endedUser] = [useUntilOver(request, isLinkOver), useUntilOver(user, isLinkOver)]
  // That one has signed is still said when the request is deleted after that.
  const isSigned = request.data !== undefined && hasSigned(request.data)
  const over = enabled && !isSigned ? (ended.over ?? endedUser.over) : null
  usePageTitle(over ? '' : (request.data?.title ?? ''))
  useFocusOnPart(over !== null)
  useEffect(() => {
    if (over === null) return
    closeDialog()
    closeOverlay()
  }, [over])
  useSignersLanguage(user.data)
  // What may fail has its words after the page: a page that works needs none of them.
  useEffect(() => void loadCatalogs('signedIn').catch(() => undefined), [])
  // What was loaded stays when asking again fails: the connection may be back in a moment. A link that has ended shows nothing.
  const failure = over ?? (user.data && request.data ? null : (user.error ?? request.error))
  if (failure) {
    const again = () => void Promise.all([user.refetch(), request.refetch()])
    const isLink = isCallError(failure) && [400, 401, 403, 404].includes(failure.status)
    return (
      <DirectSignScreen>
        {isLink ? (
          <Suspense fallback={<ViewerSkeleton inside />}>
            <LinkProblem failure={failure} requestId={link.id} />
          </Suspense>
        ) : (
          <ErrorState failure={failure} onRetry={again} />
        )}
        {isLinkOver(failure) && (
          <div className="mx-auto w-full max-w-md p-6">
            <ExitRedirect requestId={link.id} end="error" isLinkKnown={false} />
          </div>
        )}
      </DirectSignScreen>
    )
  }
  if (!user.data || !request.data) {
    return (
      <DirectSignScreen>
        <ViewerSkeleton inside />
      </DirectSignScreen>
    )
  }
  return (
    <OpenedLink
      link={link}
      user={user.data}
      request={request.data}
      preview={preview}
      delegatedTo={delegatedTo}
      onDelegated={setDelegatedTo}
    />
  )
}

function OpenedLink(props: {
  link: DirectLink
  user: DirectUser
  request: SignatureRequest
  preview: boolean
  /** Who signs instead; null where one has not delegated it. */
  delegatedTo: string | null
  onDelegated: (email: string) => void
}) {
  const { link, request, delegatedTo } = props
  const queries = useQueryClient()
  const token = useMemo(() => directToken(queries, link), [queries, link])
  const [looking, look] = useLooking(props.preview)
  const [isLocked, setLocked] = useState(false)
  const situation = situationOf(request)
  const { can } = request.viewer
  const canSign = can.sign && !props.preview
  const canAct = (can.decline || can.delegate) && !props.preview
  const signing = useSigning({
    request,
    name: `${props.user.firstName} ${props.user.lastName}`.trim(),
    calls: useMemo(() => directSigning(link), [link]),
    onChosen: () => window.setTimeout(showOwnField, 100),
    wayOut: <ExitRedirect requestId={link.id} end="error" />,
    onEnd: () => void queries.invalidateQueries({ queryKey: ['direct-signature-request', link.id] }),
  })
  if (request.retention?.deleted_at) {
    return (
      <DirectSignScreen>
        <Suspense fallback={<ViewerSkeleton inside />}>
          <ContentDeleted request={request} byLink />
        </Suspense>
      </DirectSignScreen>
    )
  }
  const download = async () => directDownload(request, await token(false))
  const signed = hasSigned(request)
  if (signed && !looking && ['signed_waiting', 'completed'].includes(situation)) {
    return (
      <DirectSignScreen>
        <Suspense fallback={<ViewerSkeleton inside />}>
          <SignedScreen
            request={request}
            download={download}
            onLook={() => look(true)}
            wayOut={<ExitRedirect requestId={link.id} end="signed" />}
          />
        </Suspense>
      </DirectSignScreen>
    )
  }
  const over = endOf(situation)
  if (delegatedTo !== null || (over && !looking)) {
    return (
      <DirectSignScreen>
        <Suspense fallback={<ViewerSkeleton inside />}>
          <EndScreen
            request={request}
            situation={situation}
            delegatedTo={delegatedTo}
            onLook={() => look(true)}
            wayOut={over && <ExitRedirect requestId={link.id} end={over} />}
          />
        </Suspense>
      </DirectSignScreen>
    )
  }
  return (
    <DirectSignScreen
      reads
      bar={
        canSign || canAct ? (
          <>
            {canSign && !signing.busy && (
              <Suspense>
                <DirectLock link={link} onChange={setLocked} />
              </Suspense>
            )}
            {canSign && (
              <Suspense fallback={<SignBar busy onChoose={signing.choose} />}>
                <LazyFieldsBar
                  request={request}
                  visitor={signing.visitor}
                  onDone={() => signing.chosen === null && signing.choose()}
                >
                  {signing.chosen ? (
                    <Chosen
                      request={request}
                      busy={signing.busy || isLocked}
                      onChoose={signing.choose}
                      onSign={signing.sign}
                    />
                  ) : (
                    <SignBar
                      busy={signing.busy || isLocked}
                      onChoose={() => {
                        signing.choose()
                        loadAhead()
                      }}
                      identifyAt={needsIdentityCheck(request) ? identityCheckOf(link, request) : null}
                    />
                  )}
                </LazyFieldsBar>
              </Suspense>
            )}
            {canAct && (
              <SecondaryActions
                link={link}
                request={request}
                token={token}
                disabled={signing.busy}
                onDeclined={(declined) => {
                  const { queryKey } = directRequestQuery(link)
                  queries.setQueryData(queryKey, declined)
                }}
                onDelegated={(_, email) => props.onDelegated(email)}
              />
            )}
          </>
        ) : (
          !props.preview &&
          looking &&
          (signed || over) && (
            <Suspense>
              <LookingBar request={request} download={download} onBack={() => look(false)} />
            </Suspense>
          )
        )
      }
    >
      <DirectDocuments {...props} token={token} signing={canSign ? signing : null} />
    </DirectSignScreen>
  )
}

/** Whether the documents are shown although nothing is left to do: the browser's way back leads out of them again. */
function useLooking(preview: boolean): [boolean, (isLooking: boolean) => void] {
  const router = useRouter()
  const looking = useRouterState({ select: ({ location }) => location.state.looking === true })
  useFocusOnPart(looking)
  const look = (isLooking: boolean) =>
    isLooking ? router.history.push(router.history.location.href, { looking: true }) : router.history.back()
  return [looking || preview, look]
}

function identityCheckOf(link: DirectLink, { viewer }: SignatureRequest): string {
  const law = viewer.signing?.legislation === 'EIDAS' ? 'EIDAS' : 'ZERTES'
  return identificationAddress({ law, requestId: link.id, userId: link.userid })
}

/** The signer's language, unless the address or the visitor selects another one. */
function useSignersLanguage(user: DirectUser | undefined) {
  const language = user?.attributes.lang
  useEffect(() => {
    if (language) void activateLanguage(wantedLanguage(language))
  }, [language])
}
