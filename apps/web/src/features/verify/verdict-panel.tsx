import type { Validation } from '@countersign/contract/validations.ts'
import { Plural, Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { classNames } from '#web/ui/class-names.ts'
import { Icon, type IconName } from '#web/ui/icon.tsx'
import { peoplesSignatures, verdictOf, type Verdict } from './verdict.ts'

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
        <p className="mt-1">{meanings[verdict]}</p>
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
        <Trans>The time-stamps are valid</Trans>
      ) : (
        <Plural value={count} one="The signature is valid" other="All # signatures are valid" />
      )
    case 'reserved':
      return <Trans>Valid, with a reservation</Trans>
    case 'undecided':
      return <Trans>It cannot be told for certain</Trans>
    case 'invalid':
      return <Trans>Not valid</Trans>
    case 'unsigned':
      return <Trans>This file is not signed</Trans>
    case 'unreadable':
      return <Trans>This file cannot be checked</Trans>
  }
}

const meanings: Record<Verdict, ReactNode> = {
  valid: <Trans>The file is as it was signed: nothing was changed since that was not permitted.</Trans>,
  reserved: <Trans>The signatures hold. Please look at what is noted below before you rely on it.</Trans>,
  undecided: (
    <Trans>
      Nothing speaks against the signatures, but not all it takes to trust them is known here. See below what
      is missing.
    </Trans>
  ),
  invalid: <Trans>Do not rely on this file. What speaks against it stands below.</Trans>,
  unsigned: (
    <Trans>There is no electronic signature in it. A picture of a signature on the page is none.</Trans>
  ),
  unreadable: (
    <Trans>
      It is no PDF, damaged, protected by a password or too complex. Please ask for the original file.
    </Trans>
  ),
}
