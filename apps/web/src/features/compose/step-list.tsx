import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { classNames } from '#web/ui/class-names.ts'
import { Icon } from '#web/ui/icon.tsx'
import type { ComposeStep } from '#web/lib/paths.ts'

export const steps: readonly ComposeStep[] = ['documents', 'people', 'fields', 'send']

const words: Record<ComposeStep, ReactNode> = {
  documents: <Trans>Documents</Trans>,
  people: <Trans>People</Trans>,
  fields: <Trans>Fields</Trans>,
  send: <Trans>Send</Trans>,
}

export function StepWord({ step }: { step: ComposeStep }) {
  return words[step]
}

/** Nothing is missing in it. */
export function DoneMark() {
  return (
    <span className="text-completed">
      <Icon name="check" size={16} />
      <span className="sr-only">
        <Trans>complete</Trans>{' '}
      </span>
    </span>
  )
}

/** The four steps, where one is, and a way to each. */
export function StepList(props: {
  current: ComposeStep
  wrong: ReadonlySet<ComposeStep>
  done: ReadonlySet<ComposeStep>
  go: (step: ComposeStep) => void
}) {
  const { t } = useLingui()
  return (
    <nav aria-label={t`Steps`} className="shrink-0 border-b border-line bg-sheet lg:hidden">
      <ol className="mx-auto flex max-w-3xl">
        {steps.map((step, index) => (
          <li key={step} className="flex-auto">
            <button
              type="button"
              aria-current={step === props.current ? 'step' : undefined}
              onClick={() => props.go(step)}
              className={classNames(
                'flex min-h-11 w-full cursor-pointer items-center justify-center gap-1 border-b-2 px-1 text-sm whitespace-nowrap hover:bg-hover',
                step === props.current
                  ? 'border-accent font-semibold text-accent'
                  : 'border-transparent text-ink-secondary',
              )}
            >
              {props.done.has(step) && !props.wrong.has(step) ? (
                <DoneMark />
              ) : (
                <span className="tabular-nums">{index + 1}</span>
              )}
              <StepWord step={step} />
              {props.wrong.has(step) && (
                <span className="text-error">
                  <span aria-hidden="true">!</span>
                  <span className="sr-only">
                    <Trans>needs your attention</Trans>
                  </span>
                </span>
              )}
            </button>
          </li>
        ))}
      </ol>
    </nav>
  )
}
