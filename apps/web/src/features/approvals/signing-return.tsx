import { redirectSign } from '@countersign/contract/approvals.ts'
import type { OutputOf } from '@countersign/contract/endpoint.ts'
import { useLingui as useCatalog } from '@lingui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useState, type ReactNode } from 'react'
import { call } from '#web/lib/calls/api.ts'
import { isCallError } from '#web/lib/calls/call-error.ts'
import { describeFailure } from '#web/lib/errors/errors.ts'
import { paths } from '#web/lib/paths.ts'
import { returnedSigning } from '#web/lib/requests/returned-signing.ts'
import { Button } from '#web/ui/button.tsx'
import { Spinner } from '#web/ui/progress.tsx'
import { Statement } from '#web/ui/layout/statement.tsx'
import { pathWith, returnPath, wasFramed } from './return-path.ts'

type Answer = OutputOf<typeof redirectSign>

/** One call for an address, however often it is drawn: the second would find the approval over. */
const answers = new Map<string, Promise<Answer>>()

function ask(search: string): Promise<Answer> {
  const state = new URLSearchParams(search).get('state') ?? ''
  const running =
    answers.get(search) ??
    call(redirectSign, { params: { id: state }, body: { params: search.slice(1) } }, { background: true })
  answers.set(search, running)
  // What did not come through may be asked again.
  running.catch((failure: unknown) => {
    if (isCallError(failure) && (failure.status === 0 || failure.status >= 500)) answers.delete(search)
  })
  return running
}

/** Back from the trust service: what the browser brought is delegated, and one continues where one was. */
export function SigningReturn({
  search,
  onGo,
}: {
  search: string
  /** Leaves for good: the back button does not come back here. */
  onGo: (path: string) => void
}) {
  const { i18n } = useCatalog()
  const { t } = useLingui()
  const [failure, setFailure] = useState<unknown>(null)
  const [done, setDone] = useState<Answer | null>(null)
  const [tries, setTries] = useState(0)
  const kept = returnPath.get()
  const hasState = new URLSearchParams(search).has('state')
  useEffect(() => {
    if (!hasState) return
    let alive = true
    setFailure(null)
    ask(search).then(
      (answer) => {
        if (!alive) return
        const path = pathOf(answer)
        returnedSigning.set(answer.signatures[0] ?? null)
        // The service has checked that the business allows the website.
        if (answer.return_url) location.replace(answer.return_url)
        else if (path) onGo(path)
        else setDone(answer)
      },
      (reason: unknown) => alive && setFailure(reason),
    )
    return () => {
      alive = false
    }
  }, [search, hasState, tries, onGo])
  const back = kept && <BackButton path={kept.path} onGo={onGo} />
  if (!hasState) return <NothingWaits back={back} />
  if (done) return <OpenTheLink answer={done} />
  if (failure === null)
    return (
      <Statement title={t`Completing your signature`}>
        <span role="status" className="flex items-center justify-center gap-3">
          <Spinner /> <Trans>This takes a few seconds. You’ll return to the document automatically.</Trans>
        </span>
      </Statement>
    )
  if (isCallError(failure, 'approval.over') || isCallError(failure, 'not_found'))
    return (
      <Statement title={t`This confirmation has expired`} action={back ?? <Home />}>
        <Trans>This step has expired or was already completed. Open the document to see its status.</Trans>
      </Statement>
    )
  return (
    <Statement
      title={t`We couldn’t continue`}
      action={
        <>
          <Button onClick={() => setTries(tries + 1)}>
            <Trans>Try again</Trans>
          </Button>
          {back}
        </>
      }
    >
      <span role="alert">{describeFailure(failure, i18n)}</span>
    </Statement>
  )
}

/** The page one came from, which says how it went. Null: a link opened it, and this tab does not know it. */
function pathOf(answer: Answer): string | null {
  const requestId = answer.signatures[0]?.signatureRequestId
  // The pages send it as text, and get it back so.
  const given = answer.redirect_query_params
  const query = typeof given === 'string' ? given : null
  const kept = returnPath.get()
  const own = kept !== null && answer.signatures.some((one) => one.signatureRequestId === kept.requestId)
  if (own) return pathWith(kept.path, query)
  return answer.direct || !requestId ? null : pathWith(paths.view(requestId), query)
}

function BackButton({ path, onGo }: { path: string; onGo: (path: string) => void }) {
  return (
    <Button type="secondary" onClick={() => onGo(path)}>
      <Trans>Back to the document</Trans>
    </Button>
  )
}

function Home() {
  return (
    <Button to={paths.home()}>
      <Trans>Go to home page</Trans>
    </Button>
  )
}

function NothingWaits({ back }: { back: ReactNode }) {
  const { t } = useLingui()
  return (
    <Statement title={t`No pending signature`} action={back ?? <Home />}>
      <Trans>There is no pending signature for this link.</Trans>
    </Statement>
  )
}

/** Another browser than the one that left: the secret of the link is not known here. */
function OpenTheLink({ answer }: { answer: Answer }) {
  const { t } = useLingui()
  const failed = answer.signatures.some(({ status }) => status === 'ERROR')
  if (wasFramed(answer.redirect_query_params)) return <BackToWebsite failed={failed} />
  return failed ? (
    <Statement title={t`We couldn’t create your signature`}>
      <Trans>Nothing was signed. Open the link in your email again to see the status and try again.</Trans>
    </Statement>
  ) : (
    <Statement title={t`Confirmation received`}>
      <Trans>
        We’re completing your signature. You can close this page; the link in your email opens the document.
      </Trans>
    </Statement>
  )
}

/** In a window of its own: the frame that it was left from hears of it. */
function BackToWebsite({ failed }: { failed: boolean }) {
  const { t } = useLingui()
  return failed ? (
    <Statement title={t`We couldn’t create your signature`}>
      <Trans>Nothing was signed. Close this window and try again on the page where you started.</Trans>
    </Statement>
  ) : (
    <Statement title={t`Confirmation received`}>
      <Trans>
        We’re completing your signature. Close this window and return to the page where you started: it
        updates automatically.
      </Trans>
    </Statement>
  )
}
