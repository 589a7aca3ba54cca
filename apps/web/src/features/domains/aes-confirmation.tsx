import { confirmAesForBusiness, getAesConfirmation } from '@countersign/contract/aes-for-business.ts'
import type { OutputOf } from '@countersign/contract/endpoint.ts'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useState, type FormEvent, type ReactNode } from 'react'
import { focusFirstWrong } from '#web/lib/forms/focus-first-wrong.ts'
import { call } from '#web/lib/calls/api.ts'
import { isCallError } from '#web/lib/calls/call-error.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/forms/checkbox.tsx'
import { useFocusOnPart } from '#web/ui/layout/use-focus-on-part.ts'
import { Notice } from '#web/ui/notices/notice.tsx'
import { Spinner } from '#web/ui/progress.tsx'
import { RefusalNotice } from '#web/ui/notices/refusal-notice.tsx'

type ConfirmationRequest = OutputOf<typeof getAesConfirmation>

/** What the representative of a business is asked, and their answer. */
export function AesConfirmation({ token }: { token: string }) {
  const [request, setRequest] = useState<ConfirmationRequest | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  const [tries, setTries] = useState(0)
  useEffect(() => {
    const abort = new AbortController()
    call(getAesConfirmation, { body: { token } }, { signal: abort.signal }).then(
      setRequest,
      (error: unknown) => {
        if (!abort.signal.aborted) setFailure(error)
      },
    )
    return () => abort.abort()
  }, [token, tries])
  if (request) return <Question request={request} token={token} />
  if (failure === null)
    return (
      <p role="status" className="flex items-center gap-3">
        <Spinner />
        <Trans>Checking your link …</Trans>
      </p>
    )
  if (isCallError(failure, 'confirmation.invalid')) return <NotGood />
  return (
    <div className="flex flex-col gap-4">
      <RefusalNotice failure={failure} />
      <Button
        block
        onClick={() => {
          setFailure(null)
          setTries(tries + 1)
        }}
      >
        <Trans>Try again</Trans>
      </Button>
    </div>
  )
}

/** The link was used, is too old, or another took its place. */
export function NotGood() {
  return (
    <Notice kind="error">
      <Trans>
        This link has expired, was already used or has been replaced. Open the latest email, or ask the person
        who named you for a new one.
      </Trans>
    </Notice>
  )
}

function Question({ request, token }: { request: ConfirmationRequest; token: string }) {
  const { t } = useLingui()
  const [isSure, setIsSure] = useState(false)
  const [isTried, setIsTried] = useState(false)
  const [state, setState] = useState<'asked' | 'sending' | 'confirmed'>('asked')
  const [failure, setFailure] = useState<unknown>(null)
  const { business, representativeName } = request
  useFocusOnPart(state === 'confirmed')
  async function confirm() {
    setState('sending')
    setFailure(null)
    try {
      await call(confirmAesForBusiness, { body: { token } })
      setState('confirmed')
    } catch (error) {
      setFailure(error)
      setState('asked')
    }
  }
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    setIsTried(true)
    if (isSure) void confirm()
    else focusFirstWrong(event.currentTarget)
  }
  if (state === 'confirmed')
    return (
      <Notice kind="success" title={<Trans>Confirmed</Trans>}>
        <Trans>
          {business} now vouches for its members. Its administrators can see your confirmation and turn this
          off at any time. You can close this page.
        </Trans>
      </Notice>
    )
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <p>
        <Trans>
          {representativeName}, you’re named as the representative of <strong>{business}</strong>. Its members
          would sign with advanced signatures using an emailed code, and the business vouches for their
          identity.
        </Trans>
      </p>
      <dl className="flex flex-col gap-2 rounded border border-line bg-paper p-3 text-sm">
        <Fact name={<Trans>Business</Trans>}>{business}</Fact>
        <Fact name={<Trans>Commercial register</Trans>}>{request.commercialRegister}</Fact>
        <Fact name={<Plural value={request.domains.length} one="Domain" other="Domains" />}>
          {request.domains.join(', ')}
        </Fact>
      </dl>
      <Checkbox
        label={t`I’m authorised to sign for ${business}. It only gives email addresses at these domains to people whose identity it has verified.`}
        checked={isSure}
        error={isTried && !isSure ? t`Please confirm this first.` : undefined}
        onChange={(event) => setIsSure(event.target.checked)}
      />
      {failure !== null &&
        (isCallError(failure, 'confirmation.invalid') ? <NotGood /> : <RefusalNotice failure={failure} />)}
      <Button submit block size="lg" loading={state === 'sending'}>
        <Trans>Confirm for {business}</Trans>
      </Button>
      <p className="text-sm text-ink-secondary">
        <Trans>Don’t want this? Close this page; nothing will change.</Trans>
      </p>
    </form>
  )
}

function Fact({ name, children }: { name: ReactNode; children: ReactNode }) {
  return (
    <div className="flex flex-wrap gap-x-4">
      <dt className="w-40 text-ink-secondary">{name}</dt>
      <dd className="min-w-[min(100%,8rem)] grow basis-0 wrap-anywhere">
        <bdi>{children}</bdi>
      </dd>
    </div>
  )
}
