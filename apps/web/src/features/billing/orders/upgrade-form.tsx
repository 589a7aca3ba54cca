import type { OutputOf } from '@countersign/contract/endpoint.ts'
import type { listPricePlans } from '@countersign/contract/subscriptions.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent, type ReactNode } from 'react'
import { useLeaveGuard } from '#web/lib/forms/use-leave-guard.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorNotice } from '#web/ui/notices/error-notice.tsx'
import { Notice } from '#web/ui/notices/notice.tsx'
import { checkCode, preparePayment, type Buyer } from './buyer.ts'
import { currencyOf, isPaying, isSold, seatRange, withinRange } from './choice.ts'
import { CodeField } from './code-field.tsx'
import type { CardEntry } from '../payments/confirm-payment.ts'
import { EnterpriseCard } from '../plans/enterprise-card.tsx'
import { FoundingFields } from './founding-fields.tsx'
import { AddressFields, CountryField, VatField } from './order-fields.tsx'
import type { OpenOrder, OrderForm } from './order-form.ts'
import { OrderSummary } from './order-summary.tsx'
import type { ReturnProblem } from '../payments/payment-return.ts'
import { PaymentSection } from '../payments/payment-section.tsx'
import { PlanCards } from '../plans/plan-cards.tsx'
import { CycleSwitch, SeatsStepper } from '../plans/plan-choice.tsx'
import { useOrder } from './use-order.ts'
import { useOrderForm } from './use-order-form.ts'

interface UpgradeFormProps {
  buyer: Buyer
  offer: OutputOf<typeof listPricePlans>
  first: OrderForm
  problem: ReturnProblem | null
  /** Of a card that was entered on the provider's page, for an order that was not placed. */
  card: string | null
  onPlaced: (order: OpenOrder) => void
}

/** Everything that is decided about a plan, with its price beside it. */
export function UpgradeForm({ buyer, offer, first, problem, card, onPlaced }: UpgradeFormProps) {
  const { t } = useLingui()
  const queries = useQueryClient()
  const { plans, countries } = offer
  const order = useOrderForm(buyer, first, (country) => currencyOf(country, countries))
  const { form, errors, currency, choose } = order
  const { choice } = form
  const [usesOther, setUsesOther] = useState(false)
  const [entry, setEntry] = useState<CardEntry | null>(null)
  const isOnFile = isPaying(buyer?.billing ?? null) && !usesOther
  const setupKey = ['billing', 'setup', buyer?.id ?? null]
  const { busy, failure, cardProblem, submit, leaving, hasKept, forgetCard } = useOrder({
    buyer,
    onPlaced,
    onCardRefused: () => {
      setUsesOther(true)
      void queries.resetQueries({ queryKey: setupKey })
    },
    onStale: order.priceAgain,
    card,
  })
  const lacksCard = !isOnFile && !hasKept
  const setup = useQuery({
    queryKey: setupKey,
    enabled: lacksCard && currency !== null,
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
    queryFn: () => preparePayment(buyer, choice.country),
  })
  useLeaveGuard(() => order.isDirty && !busy && !leaving.current)
  const used = buyer?.seats.used ?? 1
  const plan = plans.find(({ name }) => name === choice.plan)
  const range = plan && seatRange(plan, used)
  const current = isPaying(buyer?.billing ?? null) ? (buyer?.pricePlan?.name ?? null) : null
  const provider = isPaying(buyer?.billing ?? null) ? buyer?.billing?.paymentMethod : offer.provider
  const isTaxed = offer.taxedBy.some((name) => name === provider)
  const isOnOwnPage = setup.data?.provider === 'CHARGEBEE' && lacksCard

  const returned =
    problem === 'card'
      ? t`The payment didn’t go through, and nothing was charged. Check your card or use another one.`
      : problem === 'cancelled'
        ? t`You left the payment page. Nothing was charged.`
        : null

  function send(event: FormEvent) {
    event.preventDefault()
    // What is charged is what is shown: a VAT number that was still being typed is priced first.
    if (!order.check() || !currency || !order.isPriced) return
    if (lacksCard && !isOnOwnPage && !entry) return
    const shown = order.preview.data
    void submit({
      form,
      currency,
      prorationDate: shown?.prorationDate ?? null,
      dueToday: shown?.dueToday.total ?? null,
      entry: isOnFile ? null : entry,
      isOnOwnPage,
    })
  }

  return (
    <form noValidate onSubmit={send} className="grid gap-6 lg:grid-cols-[1fr_22rem] lg:items-start">
      <div className="flex min-w-0 flex-col gap-6">
        <CycleSwitch
          plans={plans}
          currency={currency ?? 'CHF'}
          value={choice.cycle}
          onChange={(cycle) => choose({ cycle })}
        />
        <PlanCards
          isTaxed={isTaxed}
          plans={plans}
          cycle={choice.cycle}
          currency={currency ?? 'CHF'}
          value={choice.plan}
          used={used}
          current={current}
          onChange={(name) => {
            const next = plans.filter(isSold).find((one) => one.name === name)
            const seats = next && seatRange(next, used)
            choose({ plan: name, ...(seats && { seats: withinRange(choice.seats, seats) }) })
          }}
        />
        {offer.enterpriseContact && <EnterpriseCard buyer={buyer} plans={plans} />}
        {range && range.max > 1 && (
          <SeatsStepper
            value={choice.seats}
            range={range}
            error={errors.seats}
            onChange={(seats) => choose({ seats })}
          />
        )}
        {!buyer && (
          <Part title={<Trans>Your business</Trans>}>
            <FoundingFields value={form.founding} errors={errors} onChange={order.found} />
          </Part>
        )}
        <Part title={<Trans>Billing details</Trans>}>
          <CountryField
            countries={countries}
            value={choice.country}
            error={errors.country}
            hint={
              buyer?.billing?.currency ? undefined : (
                <Trans>Switzerland and Liechtenstein pay in CHF, other countries in EUR.</Trans>
              )
            }
            onChange={(country) => choose({ country })}
          />
          <AddressFields value={form.address} errors={errors} onChange={order.address} />
          <VatField
            value={choice.vat}
            error={errors.vat}
            accepted={order.isVatAccepted && !errors.vat}
            onChange={(vat) => choose({ vat })}
            onBlur={order.checkVat}
          />
        </Part>
        <Part title={<Trans>Codes</Trans>}>
          {(['promo', 'referral'] as const).map((type) => {
            const field = type === 'promo' ? 'promoCode' : 'referralCode'
            return (
              <CodeField
                key={type}
                label={type === 'promo' ? t`Promotion code (optional)` : t`Referral code (optional)`}
                name={field}
                value={choice[field]}
                error={errors[field]}
                check={(text) => checkCode(buyer, choice, currency ?? 'CHF', { type, text })}
                onChange={(code) => choose({ [field]: code })}
              />
            )
          })}
        </Part>
        <Part title={<Trans>Payment</Trans>}>
          <PaymentSection
            setup={setup}
            isOnFile={!lacksCard}
            hasCountry={currency !== null}
            problem={cardProblem ?? returned}
            onReady={setEntry}
            onOther={() => {
              setUsesOther(true)
              if (!hasKept) return
              forgetCard()
              void queries.resetQueries({ queryKey: setupKey })
            }}
          />
        </Part>
      </div>
      <OrderSummary choice={choice} preview={order.preview} hasCountry={currency !== null}>
        {problem === 'stale' && failure === null && (
          <Notice kind="error">
            <Trans>
              The price you confirmed is no longer valid, so nothing was ordered or charged. Check the new
              price, then order again. Your card has been kept.
            </Trans>
          </Notice>
        )}
        {failure !== null && <ErrorNotice failure={failure} />}
        <Button
          submit
          block
          size="lg"
          loading={busy}
          disabled={
            range === null || order.lacksPrice || (lacksCard && !isOnOwnPage && currency !== null && !entry)
          }
        >
          {isOnOwnPage ? (
            <Trans>Continue to payment</Trans>
          ) : current === null ? (
            <Trans>Buy plan</Trans>
          ) : (
            <Trans>Change plan</Trans>
          )}
        </Button>
      </OrderSummary>
    </form>
  )
}

function Part({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <fieldset className="min-w-0">
      <legend className="text-lg font-semibold">{title}</legend>
      <div className="mt-3 flex flex-col gap-4 rounded-sheet border border-line bg-sheet p-4 sm:p-6">
        {children}
      </div>
    </fieldset>
  )
}
