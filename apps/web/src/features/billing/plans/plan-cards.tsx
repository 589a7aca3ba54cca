import type { BillingCycle, Currency, OfferedPlan, SoldPlan } from '@countersign/contract/billing-shapes.ts'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { classNames } from '#web/ui/class-names.ts'
import type { ReactNode } from 'react'
import { Icon } from '#web/ui/icon.tsx'
import { isSold, priceOf, seatRange } from '../orders/choice.ts'
import { formatMoney } from '../money.ts'
import { useFeatureWords, useIncludedWords, usePlanName } from './use-plan-words.tsx'

interface PlanCardsProps {
  plans: readonly OfferedPlan[]
  cycle: BillingCycle
  currency: Currency
  value: SoldPlan
  /** People who need a seat. */
  used: number
  /** Tax may come on top. */
  isTaxed: boolean
  /** The plan that is paid for now. */
  current: string | null
  onChange: (plan: SoldPlan) => void
}

/** The plans side by side: one choice, each with its price and all that it includes. */
export function PlanCards({ plans, value, isTaxed, onChange, ...shown }: PlanCardsProps) {
  return (
    <fieldset>
      <legend className="text-lg font-semibold">
        <Trans>Plan</Trans>
      </legend>
      {isTaxed && (
        <p className="mt-1 text-sm text-ink-secondary">
          <Trans>Prices are before tax. The summary shows the tax for your country.</Trans>
        </p>
      )}
      <div className="mt-3 grid gap-3 sm:grid-cols-2">
        {plans.filter(isSold).map((plan) => (
          <PlanCard
            key={plan.name}
            {...shown}
            plan={plan}
            checked={plan.name === value}
            onChoose={() => onChange(plan.name)}
          />
        ))}
      </div>
    </fieldset>
  )
}

interface PlanCardProps extends Omit<PlanCardsProps, 'plans' | 'value' | 'isTaxed' | 'onChange'> {
  plan: OfferedPlan
  checked: boolean
  onChoose: () => void
}

function PlanCard({ plan, cycle, currency, used, current, checked, onChoose }: PlanCardProps) {
  const nameOf = usePlanName()
  const range = seatRange(plan, used)
  const name = nameOf(plan.name)
  return (
    <div
      className={classNames(
        'relative rounded-sheet border bg-sheet p-4 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent',
        checked ? 'border-accent ring-1 ring-accent' : 'border-line',
        !range && 'bg-hover',
      )}
    >
      <label
        className={classNames(
          'flex items-start gap-3',
          range && 'cursor-pointer after:absolute after:inset-0',
        )}
      >
        <input
          type="radio"
          name="plan"
          className="relative z-10 mt-1 size-5 shrink-0 accent-accent md:size-4"
          checked={checked}
          disabled={!range}
          onChange={onChoose}
        />
        <span className="min-w-0">
          <span className="block text-lg font-semibold">
            {name}
            {current === plan.name && (
              <span className="ml-2 rounded-full bg-selected px-2 py-0.5 text-sm font-medium text-accent">
                <Trans>Current plan</Trans>
              </span>
            )}
          </span>
          <Price plan={plan} cycle={cycle} currency={currency} />
        </span>
      </label>
      {!range && (
        <p className="mt-2 text-sm">
          <Trans>Your business has more people than this plan has seats.</Trans>
        </p>
      )}
      {/* On a phone the others are short, so that all plans are in sight. */}
      <div className={classNames(!checked && 'max-sm:hidden')}>
        <PlanContents plan={plan} />
      </div>
    </div>
  )
}

function Price({ plan, cycle, currency }: Pick<PlanCardProps, 'plan' | 'cycle' | 'currency'>) {
  const { i18n } = useLingui()
  const amount = priceOf(plan, cycle, currency)
  if (amount === null)
    return (
      <span className="block text-ink-secondary">
        <Trans>Not available with this billing period</Trans>
      </span>
    )
  const price = formatMoney(cycle === 'year' ? Math.round(amount / 12) : amount, currency, i18n.locale)
  const year = formatMoney(amount, currency, i18n.locale)
  return (
    <>
      <span className="block tabular-nums">
        <Trans>
          <strong className="font-semibold">{price}</strong> per seat per month
        </Trans>
      </span>
      <span className="block text-sm text-ink-secondary tabular-nums">
        {cycle === 'year' ? <Trans>{year} per seat, billed yearly</Trans> : <Trans>Billed monthly</Trans>}
      </span>
    </>
  )
}

export function PlanContents({ plan }: { plan: OfferedPlan }) {
  const includedWords = useIncludedWords()
  const featureWords = useFeatureWords()
  const { min, max } = plan.seats
  return (
    <ul className="mt-3 flex flex-col gap-1 text-sm">
      <Line>
        {max === 1 ? (
          <Trans>1 seat</Trans>
        ) : max === null ? (
          <Plural value={min} one="# seat or more" other="# seats or more" />
        ) : (
          <Trans>
            {min} to {max} seats
          </Trans>
        )}
      </Line>
      {[...includedWords(plan.included, plan.chargesExtra), ...featureWords(plan)].map((words) => (
        <Line key={words}>{words}</Line>
      ))}
    </ul>
  )
}

function Line({ children }: { children: ReactNode }) {
  return (
    <li className="flex items-start gap-2">
      <span className="mt-0.5 text-completed">
        <Icon name="check" size={16} />
      </span>
      <span>{children}</span>
    </li>
  )
}
