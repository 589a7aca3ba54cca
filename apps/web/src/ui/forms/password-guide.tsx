import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import { Icon } from '../icon.tsx'
import { passwordRules, passwordStrength, type Strength } from '#web/lib/forms/password-strength.ts'

/** The rules with what is met already, and the strength in a word. */
export function PasswordGuide({ password, personal }: { password: string; personal: readonly string[] }) {
  const { t } = useLingui()
  const rules = passwordRules(password, personal)
  const words: Record<Strength, string> = {
    weak: t`Easy to guess`,
    fair: t`Fair`,
    good: t`Good`,
    strong: t`Very good`,
  }
  return (
    <div className="text-sm text-ink-secondary">
      <ul className="flex flex-col gap-1">
        <Rule met={rules.longEnough}>
          <Trans>At least 10 characters</Trans>
        </Rule>
        <Rule met={password !== '' && rules.free}>
          <Trans>Doesn’t contain your name or email</Trans>
        </Rule>
        <Rule met={rules.hardToGuess}>
          <Trans>Hard to guess</Trans>
        </Rule>
      </ul>
      <p aria-live="polite" className="mt-1 min-h-5">
        {password !== '' && (
          <Trans>
            Strength:{' '}
            <strong className={classNames('font-semibold', rules.hardToGuess ? 'text-ink' : 'text-error')}>
              {words[passwordStrength(password)]}
            </strong>
          </Trans>
        )}
      </p>
    </div>
  )
}

function Rule({ met, children }: { met: boolean; children: ReactNode }) {
  const { t } = useLingui()
  return (
    <li className={classNames('flex items-start gap-2', met && 'text-completed')}>
      <span className="flex py-0.5">
        <Icon name={met ? 'checkCircle' : 'info'} size={16} />
      </span>
      <span>{children}</span>
      <span className="sr-only">{met ? t`(met)` : t`(not met yet)`}</span>
    </li>
  )
}
