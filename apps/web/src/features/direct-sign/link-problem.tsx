import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { isCallError } from '#web/lib/calls/call-error.ts'
import { paths } from '#web/lib/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { usePageTitle } from '#web/ui/layout/page-title.ts'
import { Statement } from '#web/ui/layout/statement.tsx'

interface Problem {
  failure: unknown
  requestId: string
}

/** A link that opens nothing, or nothing any longer: what became of it, and the way on. */
export function LinkProblem(props: Problem) {
  if (isCallError(props.failure, 'auth.link_delegated')) return <LinkDelegated />
  if (isCallError(props.failure, 'auth.link_removed')) return <Removed />
  if (isCallError(props.failure, 'auth.link_account')) return <OfAccount requestId={props.requestId} />
  return <Unknown />
}

function LinkDelegated() {
  const { t } = useLingui()
  return (
    <Said title={t`You delegated this request`} action={<SignIn />}>
      <p>
        <Trans>Someone else will sign instead of you with their own link. You can close this page.</Trans>
      </p>
    </Said>
  )
}

function Removed() {
  const { t } = useLingui()
  return (
    <Said title={t`Your signature is no longer needed`} action={<SignIn />}>
      <p>
        <Trans>The sender has removed you or sent the request to another of your addresses.</Trans>
      </p>
      <p className="mt-2">
        <Trans>
          Check whether you have a newer email about this document. If you expected to sign, ask the sender.
        </Trans>
      </p>
    </Said>
  )
}

function OfAccount({ requestId }: { requestId: string }) {
  const { t } = useLingui()
  return (
    <Said
      title={t`Sign in to sign this document`}
      action={
        <Button to={paths.view(requestId)}>
          <Trans>Sign in and open</Trans>
        </Button>
      }
    >
      <p>
        <Trans>
          This document is now in your account, where only you can open it. This link no longer works.
        </Trans>
      </p>
    </Said>
  )
}

function Unknown() {
  const { t } = useLingui()
  return (
    <Said title={t`This link is invalid or has expired`} action={<SignIn />}>
      <p>
        <Trans>
          The link may be incomplete, you may have delegated the request, or the sender may have removed or
          replaced it.
        </Trans>
      </p>
      <p className="mt-2">
        <Trans>
          Open the latest email about this document and use the full link, or ask the sender for a new one.
        </Trans>
      </p>
    </Said>
  )
}

function SignIn() {
  return (
    <Button type="secondary" to={paths.login()}>
      <Trans>Sign in</Trans>
    </Button>
  )
}

function Said({ title, action, children }: { title: string; action: ReactNode; children: ReactNode }) {
  usePageTitle(title)
  return (
    <div className="m-auto p-6">
      <Statement title={title} action={action}>
        {children}
      </Statement>
    </div>
  )
}
