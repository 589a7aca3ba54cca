import type { Validation } from '@countersign/contract/validations.ts'
import { Plural, Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { classNames } from '#web/ui/class-names.ts'
import { Icon, type IconName } from '#web/ui/icon.tsx'
import { canBeTriedLater, peoplesSignatures, verdictOf, type Verdict } from './verdict.ts'

const looks: Record<Verdict, { icon: IconName; ground: string; ink: string }> = {
  valid: { icon: 'checkCircle', ground: 'bg-completed-ground', ink: 'text-completed' },
  reserved: { icon: 'warning', ground: 'bg-waiting-ground', ink: 'text-waiting' },
  undecided: { icon: 'warning', ground: 'bg-waiting-ground', ink: 'text-waiting' },
  invalid: { icon: 'cancel', ground: 'bg-error-ground', ink: 'text-error' },
  unsigned: { icon: 'info', ground: 'bg-selected', ink: 'text-accent' },
  unreadable: { icon: 'cancel', ground: 'bg-error-ground', ink: 'text-error' },
}

/** The result, in large. */
export function VerdictPanel({ validation }: { validation: Validation }) {
  const verdict = verdictOf(validation)
  const look = looks[verdict]
  return (
    <div role="status" className={classNames('flex items-start gap-4 rounded-sheet p-5 sm:p-6', look.ground)}>
      <span className={look.ink}>
        <Icon name={look.icon} size={40} />
      </span>
      <div className="min-w-0">
        <h1 className="text-xl font-semibold">
          <Title verdict={verdict} validation={validation} />
        </h1>
        <p className="mt-1">
          {verdict === 'undecided' && !canBeTriedLater(validation) ? unconfirmed : meanings[verdict]}
        </p>
      </div>
    </div>
  )
}

export function VerdictMark({ verdict }: { verdict: Verdict }) {
  return (
    <span className={looks[verdict].ink}>
      <Icon name={looks[verdict].icon} size={24} />
    </span>
  )
}

function Title({ verdict, validation }: { verdict: Verdict; validation: Validation }) {
  const count = peoplesSignatures(validation).length
  switch (verdict) {
    case 'valid':
      return count === 0 ? (
        <Trans>The timestamps are valid</Trans>
      ) : (
        <Plural value={count} one="The signature is valid" other="All # signatures are valid" />
      )
    case 'reserved':
      return <Trans>Valid with reservations</Trans>
    case 'undecided':
      return <Trans>Inconclusive</Trans>
    case 'invalid':
      return <Trans>Not valid</Trans>
    case 'unsigned':
      return <Trans>This file isn’t signed</Trans>
    case 'unreadable':
      return <Trans>This file can’t be verified</Trans>
  }
}

const unconfirmed = (
  <Trans>
    We couldn’t confirm every signature. Don’t rely on the file until the problems below are resolved.
  </Trans>
)

const meanings: Record<Verdict, ReactNode> = {
  valid: <Trans>The file is unchanged since signing, except for permitted changes.</Trans>,
  reserved: <Trans>The signatures are valid. Review the notes below before you rely on the file.</Trans>,
  undecided: (
    <Trans>
      We found no problems with the signatures, but can’t fully confirm them. See what’s missing below.
    </Trans>
  ),
  invalid: <Trans>Don’t rely on this file. Ask the sender for the original. The reasons are below.</Trans>,
  unsigned: <Trans>It contains no electronic signature. An image of a signature isn’t one.</Trans>,
  unreadable: (
    <Trans>
      The file isn’t a PDF, is damaged or password-protected, or is too complex. Ask for the original file.
    </Trans>
  ),
}
