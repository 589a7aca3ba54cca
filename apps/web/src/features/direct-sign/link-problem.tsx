import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { isCallError } from '#web/lib/call-error.ts'
import { paths } from '#web/lib/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Statement } from '#web/ui/statement.tsx'

interface Problem {
  failure: unknown
  requestId: string
  onRetry: () => void
}

/** A link that opens nothing, or nothing any more: what became of it, and the way on. */
export function LinkProblem(props: Problem) {
  if (isCallError(props.failure, 'auth.link_handed_on')) return <HandedOn />
  if (isCallError(props.failure, 'auth.link_removed')) return <Removed />
  if (isCallError(props.failure, 'auth.link_account')) return <OfAccount requestId={props.requestId} />
  return <Unknown onRetry={props.onRetry} />
}

function HandedOn() {
  const { t } = useLingui()
  return (
    <Said title={t`You have handed this on`} action={<SignIn />}>
      <p>
        <Trans>
          Somebody else signs in your place and has a link of their own. There is nothing more for you to do:
          you may close this page.
        </Trans>
      </p>
    </Said>
  )
}

function Removed() {
  const { t } = useLingui()
  return (
    <Said title={t`Your signature is no longer asked for here`} action={<SignIn />}>
      <p>
        <Trans>
          The sender has taken you out, or has sent it again to another address of yours. Nothing was lost.
        </Trans>
      </p>
      <p className="mt-2">
        <Trans>
          Please look whether there is a newer email about this document. If you expected to sign, ask the
          sender.
        </Trans>
      </p>
    </Said>
  )
}

function OfAccount({ requestId }: { requestId: string }) {
  const { t } = useLingui()
  return (
    <Said
      title={t`You sign this with your account`}
      action={
        <Button to={paths.view(requestId)}>
          <Trans>Sign in and open it</Trans>
        </Button>
      }
    >
      <p>
        <Trans>
          This document is among those of your account now, so that nobody but you opens it. This link does
          not open it any more.
        </Trans>
      </p>
    </Said>
  )
}

function Unknown({ onRetry }: { onRetry: () => void }) {
  const { t } = useLingui()
  return (
    <Said
      title={t`This link does not open anything`}
      action={
        <>
          <Button onClick={onRetry}>
            <Trans>Try again</Trans>
          </Button>
          <SignIn />
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
          Please open the newest email you got about this document and use the whole link, or ask the sender
          for a new one.
        </Trans>
      </p>
    </Said>
  )
}

function SignIn() {
  return (
    <Button type="secondary" to={paths.login()}>
      <Trans>Sign in to an account</Trans>
    </Button>
  )
}

function Said({ title, action, children }: { title: string; action: ReactNode; children: ReactNode }) {
  return (
    <div className="m-auto p-6">
      <Statement title={title} action={action}>
        {children}
      </Statement>
    </div>
  )
}
