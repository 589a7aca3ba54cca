import type { Business } from '@countersign/contract/businesses.ts'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { formatDate } from '#web/lib/language/format.ts'
import { plansQuery } from './billing-calls.ts'
import { priceOf } from './orders/choice.ts'
import { formatMoney } from './money.ts'
import { usePlanName } from './plans/use-plan-words.tsx'

/** Period, seats, price, and what comes next. */
export function PlanFacts({ business: { billing, pricePlan, seats } }: { business: Business }) {
  const { i18n } = useLingui()
  const nameOf = usePlanName()
  const offer = useQuery(plansQuery)
  if (!billing || !pricePlan) return null
  const { cycle, currency, nextSeats, periodEndsAt } = billing
  const next = pricePlan.next.base
  const plan = offer.data?.plans.find(({ name }) => name === pricePlan.name)
  // The plan may have another price by now.
  const price = billing.seatPrice ?? (plan && cycle && currency ? priceOf(plan, cycle, currency) : null)
  const amount = price !== null && currency ? formatMoney(price * billing.seats, currency, i18n.locale) : null
  const each = price !== null && currency ? formatMoney(price, currency, i18n.locale) : null
  const isTaxed = offer.data?.taxedBy.some((provider) => provider === billing.paymentMethod)
  const { used, total } = seats
  const end = periodEndsAt && formatDate(periodEndsAt, i18n.locale)
  return (
    <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-2">
      {amount !== null && (
        <Fact name={<Trans>Price</Trans>}>
          {cycle === 'year' ? <Trans>{amount} per year</Trans> : <Trans>{amount} per month</Trans>}
          <span className="block text-sm text-ink-secondary">
            {isTaxed ? <Trans>{each} per seat, before tax</Trans> : <Trans>{each} per seat</Trans>}
          </span>
        </Fact>
      )}
      {total !== null && (
        <Fact name={<Trans>Seats</Trans>}>
          <Trans>
            {used} of {total} in use
          </Trans>
          {nextSeats !== null && end && (
            <span className="block text-sm text-ink-secondary">
              <Plural value={nextSeats} one="# seat" other="# seats" /> <Trans>from {end}</Trans>
            </span>
          )}
        </Fact>
      )}
      {end && (
        <Fact name={<Trans>Current period</Trans>}>
          <Trans>Until {end}</Trans>
        </Fact>
      )}
      {next && next.type !== 'CANCELED' && (
        <Fact name={<Trans>Next plan</Trans>}>
          {nameOf(next.type)} <Trans>from {formatDate(next.startAt, i18n.locale)}</Trans>
        </Fact>
      )}
    </dl>
  )
}

function Fact({ name, children }: { name: ReactNode; children: ReactNode }) {
  return (
    <div>
      <dt className="text-sm text-ink-secondary">{name}</dt>
      <dd className="tabular-nums">{children}</dd>
    </div>
  )
}
