import type {
  IdentityProvider,
  IdentityProviderTestResult,
} from '@countersign/contract/identity-providers.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { formatDateTime } from '#web/lib/language/format.ts'
import { Icon } from '#web/ui/icon.tsx'
import { Notice } from '#web/ui/notices/notice.tsx'

type Test = NonNullable<IdentityProvider['test']>

/** The points of a sign-in in their order: those before the one that failed were fine, those after it were not reached. */
const points = ['reached', 'token', 'email', 'verified', 'domain'] as const
const failsAt: Readonly<Record<Exclude<IdentityProviderTestResult, 'ok'>, (typeof points)[number]>> = {
  unreachable: 'reached',
  address_refused: 'reached',
  not_a_provider: 'reached',
  issuer_mismatch: 'reached',
  client_refused: 'token',
  cancelled: 'token',
  token_invalid: 'token',
  email_missing: 'email',
  email_unverified: 'verified',
  wrong_domain: 'domain',
}

/** The result of the last test, point by point, and what to do about the one that failed. */
export function TestResult({ test, isRequired }: { test: Test; isRequired: boolean }) {
  const { i18n } = useLingui()
  const at = formatDateTime(test.testedAt, i18n.locale)
  const failed = test.result === 'ok' ? points.length : points.indexOf(failsAt[test.result])
  return (
    <div className="flex flex-col gap-3">
      <p className="text-sm text-ink-secondary">
        <Trans>Last test on {at}.</Trans>
      </p>
      <ul className="flex flex-col gap-1.5 text-sm">
        {points.map((point, index) => (
          <Point key={point} state={index < failed ? 'ok' : index === failed ? 'failed' : 'open'}>
            <PointWords point={point} />
          </Point>
        ))}
      </ul>
      {test.result === 'ok' ? (
        <Success test={test} isRequired={isRequired} />
      ) : (
        <Notice kind="error" title={<Trans>The test failed</Trans>}>
          <NextStep result={test.result} email={test.email} />
        </Notice>
      )}
    </div>
  )
}

function Success(props: { test: Test; isRequired: boolean }) {
  const { allowsRequirement, email } = props.test
  if (props.isRequired)
    return (
      <Notice kind="success">
        <Trans>The test sign-in worked, as {email}.</Trans>
      </Notice>
    )
  if (allowsRequirement)
    return (
      <Notice kind="success">
        <Trans>The test sign-in worked. You can now require company sign-in.</Trans>
      </Notice>
    )
  return (
    <Notice kind="warning">
      <Trans>
        The test sign-in worked, as {email}. To require company sign-in, test it as yourself: your account
        needs the email that the provider returns, at one of your verified domains.
      </Trans>
    </Notice>
  )
}

function Point({ state, children }: { state: 'ok' | 'failed' | 'open'; children: ReactNode }) {
  const { t } = useLingui()
  const look = {
    ok: { icon: 'checkCircle', ink: 'text-completed', word: t`Passed` },
    failed: { icon: 'cancel', ink: 'text-error', word: t`Failed` },
    open: { icon: 'clock', ink: 'text-ink-secondary', word: t`Not reached` },
  } as const
  const { icon, ink, word } = look[state]
  return (
    <li className="flex items-start gap-2">
      <span className={ink}>
        <Icon name={icon} size={18} />
      </span>
      <span>
        {children} <span className="sr-only">({word})</span>
      </span>
    </li>
  )
}

function PointWords({ point }: { point: (typeof points)[number] }) {
  switch (point) {
    case 'reached':
      return <Trans>The provider was reached, and its issuer matches</Trans>
    case 'token':
      return <Trans>The client was accepted, and the ID token is valid</Trans>
    case 'email':
      return <Trans>The ID token contains an email</Trans>
    case 'verified':
      return <Trans>The provider doesn’t report the email as unverified</Trans>
    case 'domain':
      return <Trans>The email is at one of your verified domains</Trans>
  }
}

function NextStep({
  result,
  email,
}: {
  result: Exclude<IdentityProviderTestResult, 'ok'>
  email: string | null
}) {
  switch (result) {
    case 'unreachable':
      return (
        <Trans>The provider didn’t respond. Check the issuer, and whether the provider is available.</Trans>
      )
    case 'address_refused':
      return (
        <Trans>
          The issuer or one of the provider’s endpoints isn’t on a public host. For a provider in your own
          network, ask the operator of this installation.
        </Trans>
      )
    case 'not_a_provider':
      return (
        <Trans>
          There is no OpenID configuration at this issuer. Its address followed by
          /.well-known/openid-configuration must open in a browser.
        </Trans>
      )
    case 'issuer_mismatch':
      return (
        <Trans>
          The provider reports a different issuer. Copy the issuer from “issuer” in its OpenID configuration.
          For Microsoft Entra ID, use the issuer of your tenant, not “common” or “organizations”.
        </Trans>
      )
    case 'client_refused':
      return (
        <Trans>The provider refused the client. Check the client ID and secret; secrets can expire.</Trans>
      )
    case 'cancelled':
      return (
        <Trans>
          The sign-in was cancelled at the provider, or the provider doesn’t allow you to use this
          application. Assign the application to your people, then test again.
        </Trans>
      )
    case 'token_invalid':
      return (
        <Trans>
          The provider’s response couldn’t be used. Check that the application uses the authorisation code
          flow and signs its ID tokens, and that the provider’s clock is right.
        </Trans>
      )
    case 'email_missing':
      return (
        <Trans>
          The provider returned no email. Add the claim “email” to the ID token, and check that your account
          at the provider has an email.
        </Trans>
      )
    case 'email_unverified':
      return (
        <Trans>
          The provider reports {email} as unverified. Verify the email at the provider, then test again.
        </Trans>
      )
    case 'wrong_domain':
      return (
        <Trans>
          The provider returned {email}, which isn’t at one of your verified domains. Sign in there with
          another account, or verify that domain.
        </Trans>
      )
  }
}
