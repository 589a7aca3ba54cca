import type { PaymentAction } from '@countersign/contract/billing-shapes.ts'
import type { Language } from '@countersign/contract/values.ts'
import { useLingui } from '@lingui/react'
import { useRef, useState } from 'react'
import { randomKey } from '#web/lib/calls/api.ts'
import { isCallError } from '#web/lib/calls/call-error.ts'
import { describeFailure } from '#web/lib/errors/errors.ts'
import { paths } from '#web/lib/paths.ts'
import { placeOrder, preparePayment, type Buyer } from './buyer.ts'
import { confirmCard, confirmPayment, PaymentProblem, type CardEntry } from '../payments/confirm-payment.ts'
import { openStripe } from '../payments/load-stripe.ts'
import { openOrder, type OpenOrder, type OrderForm } from './order-form.ts'
import type { Currency } from '@countersign/contract/billing-shapes.ts'

interface OrderOptions {
  readonly buyer: Buyer
  /** The order is at the provider: now it is followed until it is settled. */
  readonly onPlaced: (order: OpenOrder) => void
  /** The card was refused: another one is asked for. */
  readonly onCardRefused: () => void
  /** The price that was shown no longer holds: a new one is shown first, and what was entered stays. */
  readonly onStale: () => void
  /** Of a card that the provider has kept before. */
  readonly card?: string | null
}

interface Submission {
  readonly form: OrderForm
  readonly currency: Currency
  readonly prorationDate: string | null
  readonly dueToday: number | null
  /** The provider's form; null where the card on file pays. */
  readonly entry: CardEntry | null
  /** The provider takes the card on a page of its own. */
  readonly isOnOwnPage: boolean
}

export const returnAddress = () => `${location.origin}${paths.businessUpgrade()}?payment=return`

/** Buys: the card, the order, and what the bank asks for. Each step can be repeated and charges once. */
export function useOrder({ buyer, onPlaced, onCardRefused, onStale, card = null }: OrderOptions) {
  const { i18n } = useLingui()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const [cardProblem, setCardProblem] = useState<string | null>(null)
  /** A card that the provider has kept already, though the order did not come through: its form takes no other one. */
  const kept = useRef<string | null>(card)
  const [hasKept, setHasKept] = useState(card !== null)
  /** The page is being left for the provider's: nothing is lost by that. */
  const leaving = useRef(false)

  async function run(act: () => Promise<void>): Promise<void> {
    if (busy) return
    setBusy(true)
    setFailure(null)
    setCardProblem(null)
    try {
      await act()
    } catch (refusal) {
      leaving.current = false
      if (refusal instanceof PaymentProblem) setCardProblem(refusal.message)
      else if (isCardRefusal(refusal)) {
        kept.current = null
        setCardProblem(describeFailure(refusal, i18n))
        onCardRefused()
      } else {
        setFailure(refusal)
        if (isCallError(refusal, 'billing.stale')) onStale()
      }
    } finally {
      setHasKept(kept.current !== null)
      setBusy(false)
    }
  }

  const submit = ({ form, currency, prorationDate, dueToday, entry, isOnOwnPage }: Submission) =>
    run(async () => {
      const order: OpenOrder = {
        form,
        step: 'setup',
        prorationDate,
        dueToday,
        idempotencyKey: randomKey(),
        businessId: buyer?.id ?? null,
      }
      openOrder.keep(order)
      if (isOnOwnPage) return leaveFor(await preparePayment(buyer, form.choice.country))
      leaving.current = true
      if (kept.current === null && entry) kept.current = await confirmCard(entry, returnAddress())
      leaving.current = false
      await place(order, currency, kept.current)
    })

  /** Back from the provider's page with the card: the order follows. */
  const resume = (order: OpenOrder, currency: Currency, reference: string) =>
    run(() => place(order, currency, reference))

  async function place(order: OpenOrder, currency: Currency, setupReference: string | null): Promise<void> {
    const { step: _step, businessId: _id, ...shown } = order
    const placed = await placeOrder(buyer, { ...shown, currency, setupReference })
    const waiting: OpenOrder = { ...order, step: 'payment' }
    openOrder.keep(waiting)
    if (placed.action) await settle(placed.action)
    onPlaced(waiting)
  }

  async function settle(action: PaymentAction): Promise<void> {
    leaving.current = true
    if (action.redirectUrl) return leaveFor(action)
    await confirmPayment(await openStripe(action, i18n.locale as Language), action, returnAddress())
    leaving.current = false
  }

  function leaveFor(action: PaymentAction): Promise<void> {
    leaving.current = true
    location.assign(action.redirectUrl ?? '')
    // The page ends here.
    return new Promise(() => {})
  }

  function forgetCard(): void {
    kept.current = null
    setHasKept(false)
  }

  return { busy, failure, cardProblem, submit, resume, leaving, hasKept, forgetCard }
}

function isCardRefusal(failure: unknown): boolean {
  return (
    isCallError(failure, 'billing.payment_declined') ||
    isCallError(failure, 'billing.authentication_required')
  )
}
