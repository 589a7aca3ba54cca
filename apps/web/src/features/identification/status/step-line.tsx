import { Trans, useLingui } from '@lingui/react/macro'
import { classNames } from '#web/ui/class-names.ts'

/** The steps of an identity check. The third is on the identity verification service's page. */
export type Step = 1 | 2 | 3 | 4
const steps = [1, 2, 3, 4] as const

/** How far one is, over the page of each step. */
export function StepLine({ step }: { step: Step }) {
  const { t } = useLingui()
  const names = [t`Choose an option`, t`Your details`, t`Identity check`, t`Trust service terms`]
  const name = names[step - 1]
  const count = steps.length
  return (
    <div className="mb-4">
      <p className="mb-1.5 text-sm text-ink-secondary">
        <Trans>
          Step {step} of {count}: {name}
        </Trans>
      </p>
      <div aria-hidden="true" className="flex gap-1">
        {steps.map((one) => (
          <span
            key={one}
            className={classNames('h-1 grow rounded-full', one <= step ? 'bg-accent' : 'bg-line')}
          />
        ))}
      </div>
    </div>
  )
}
