import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { User } from '@countersign/contract/account-shapes.ts'
import { paths } from '#web/lib/paths.ts'
import { AppLink } from '#web/ui/app-link.tsx'
import { Section } from '#web/ui/layout/section.tsx'

/** How one gets in: password, two-factor authentication, company. */
export function SignInSection({ user }: { user: User }) {
  const { t } = useLingui()
  return (
    <Section id="sign-in" title={t`Signing in`}>
      <dl className="flex flex-col divide-y divide-line">
        <Way
          term={<Trans>Password</Trans>}
          says={user.hasPassword ? <Trans>Set</Trans> : <Trans>Not set</Trans>}
          to={paths.changePassword()}
          link={user.hasPassword ? <Trans>Change password</Trans> : <Trans>Set a password</Trans>}
        />
        <Way
          term={<Trans>Two-factor authentication</Trans>}
          says={user.hasSecondFactor ? <Trans>On</Trans> : <Trans>Off</Trans>}
          to={`${paths.settings()}#second-factors`}
          link={user.hasSecondFactor ? <Trans>Manage</Trans> : <Trans>Turn on</Trans>}
        />
        <Way
          term={<Trans>Company sign-in</Trans>}
          says={
            user.hasSso ? (
              <Trans>Connected. You can sign in through your company.</Trans>
            ) : (
              <Trans>
                Not connected. If your company has set it up, choose company sign-in with this email on the
                sign-in page.
              </Trans>
            )
          }
        />
      </dl>
    </Section>
  )
}

interface WayProps {
  term: ReactNode
  says: ReactNode
  to?: string
  link?: ReactNode
}

function Way({ term, says, to, link }: WayProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 py-2 first:pt-0 last:pb-0">
      <dt className="w-40 shrink-0 text-ink-secondary">{term}</dt>
      <dd className="flex min-w-0 grow basis-48 flex-wrap items-center justify-between gap-x-4">
        <span className="min-w-0">{says}</span>
        {to !== undefined && (
          <AppLink to={to} className="inline-flex min-h-11 items-center font-medium text-accent underline">
            {link}
          </AppLink>
        )}
      </dd>
    </div>
  )
}
