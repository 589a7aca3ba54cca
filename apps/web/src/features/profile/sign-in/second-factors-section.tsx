import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { User } from '@countersign/contract/account-shapes.ts'
import type { OutputOf } from '@countersign/contract/endpoint.ts'
import { listSecondFactors } from '@countersign/contract/second-factors.ts'
import { call } from '#web/lib/calls/api.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorState } from '#web/ui/notices/error-state.tsx'
import { Notice } from '#web/ui/notices/notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { refreshUser } from '../change-account.ts'
import { FactorRow } from './factor-row.tsx'
import { openPasskeySetup } from './passkey-setup.tsx'
import { openRecoveryCodes, openRenewal } from './recovery-codes.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { openTotpSetup } from './totp-setup.tsx'

const factorsQuery = {
  queryKey: ['second-factors'],
  queryFn: () => call(listSecondFactors, {}, { background: true }),
}

/** What signing in takes besides the password. */
export function SecondFactorsSection({ user }: { user: User }) {
  const { t } = useLingui()
  const { data, error, refetch } = useQuery(factorsQuery)
  return (
    <Section
      id="second-factors"
      title={t`Two-factor authentication`}
      intro={t`You sign in with your password and a second factor, so a stolen password alone isn’t enough.`}
    >
      {error ? (
        <ErrorState failure={error} onRetry={() => void refetch()} />
      ) : data ? (
        <SecondFactors
          user={user}
          {...data}
          onChanged={async () => {
            await Promise.all([refetch(), refreshUser()])
          }}
        />
      ) : (
        <Skeleton className="h-24" />
      )}
    </Section>
  )
}

type Factors = OutputOf<typeof listSecondFactors>

function SecondFactors({
  user,
  factors,
  recoveryCodesLeft,
  onChanged,
}: Factors & { user: User; onChanged: () => Promise<unknown> }) {
  const { hasPassword } = user
  const setup = {
    hasPassword,
    onDone({ recoveryCodes }: { recoveryCodes: string[] | null }) {
      if (recoveryCodes) openRecoveryCodes(recoveryCodes)
    },
    // Also without a response: the factor may have been added all the same.
    onClose: () => void onChanged(),
  }
  const hasApp = factors.some(({ kind }) => kind === 'totp')
  return (
    <>
      {factors.length === 0 ? (
        <p>
          <Trans>Two-factor authentication is off. Choose one or both methods.</Trans>
        </p>
      ) : (
        <ul className="divide-y divide-line">
          {factors.map((factor) => (
            <FactorRow
              key={factor.id}
              factor={factor}
              isLast={factors.length === 1}
              hasPassword={hasPassword}
              onChanged={onChanged}
            />
          ))}
        </ul>
      )}
      <div className="mt-4 flex flex-wrap gap-2">
        {!hasApp && (
          <Button type="secondary" onClick={() => openTotpSetup(setup)}>
            <Trans>Set up an authenticator app</Trans>
          </Button>
        )}
        <Button type="secondary" onClick={() => openPasskeySetup(setup)}>
          <Trans>Add a passkey</Trans>
        </Button>
      </div>
      {factors.length > 0 && (
        <RecoveryCodesLeft
          left={recoveryCodesLeft}
          onRenew={() => openRenewal({ hasPassword, onDone: onChanged })}
        />
      )}
    </>
  )
}

function RecoveryCodesLeft({ left, onRenew }: { left: number; onRenew: () => void }) {
  const button = (
    <Button type="secondary" onClick={onRenew}>
      <Trans>Create new recovery codes</Trans>
    </Button>
  )
  if (left < 3) {
    return (
      <div className="mt-4">
        <Notice kind="warning" action={button}>
          <Plural
            value={left}
            _0="You have no recovery codes left. If you lose your device, you’ll be locked out."
            one="You have # recovery code left. Create new ones soon."
            other="You have # recovery codes left. Create new ones soon."
          />
        </Notice>
      </div>
    )
  }
  return (
    <div className="mt-4 flex flex-wrap items-center justify-between gap-2 border-t border-line pt-4">
      <p>
        <Plural value={left} one="# recovery code left" other="# recovery codes left" />
      </p>
      {button}
    </div>
  )
}
