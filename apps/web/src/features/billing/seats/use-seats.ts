import type { BillingPreview } from '@countersign/contract/billing-shapes.ts'
import { listPricePlans, previewSeats } from '@countersign/contract/subscriptions.ts'
import type { Business } from '@countersign/contract/businesses.ts'
import type { Language } from '@countersign/contract/values.ts'
import { useLingui } from '@lingui/react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useStore } from '#web/lib/browser/store.ts'
import { ownBusiness } from '#web/lib/business/current-business.ts'
import { call } from '#web/lib/calls/api.ts'
import { isCallError } from '#web/lib/calls/call-error.ts'
import { isOutcomeUnknown } from '#web/lib/calls/unanswered.ts'
import { useAttempt } from '#web/lib/forms/use-attempt.ts'
import { putSeats, reloadBusiness, syncBusiness } from '../billing-calls.ts'
import { confirmPayment, PaymentProblem } from '../payments/confirm-payment.ts'
import { openStripe } from '../payments/load-stripe.ts'
import { returnAddress } from '../orders/use-order.ts'

/** Another number of seats: its price as it is chosen, and the change itself with what the bank asks for. */
export function useSeats(business: Business, propose: (paid: number) => number) {
  const { i18n } = useLingui()
  const paid = business.billing?.seats ?? 1
  const [seats, setSeats] = useState(() => propose(paid))
  const proposeAgain = useEffectEvent(() => setSeats(propose(paid)))
  const first = useRef(paid)
  useEffect(() => {
    if (first.current === paid) return
    first.current = paid
    proposeAgain()
  }, [paid])
  const { busy, failure, attempt } = useAttempt()
  // A change that was refused is previewed again: the price may have changed. One that may have been made is sent as it was.
  const refusal = isOutcomeUnknown(failure) ? null : failure
  const { preview, failure: previewFailure, again } = useSeatsPreview(business.id, seats, refusal)
  const [cardProblem, setCardProblem] = useState<string | null>(null)

  async function change(removeUserIds?: readonly string[]): Promise<boolean> {
    setCardProblem(null)
    let isPaid = true
    const isMade = await attempt(async () => {
      const action = await order(removeUserIds)
      if (action?.redirectUrl) return location.assign(action.redirectUrl)
      if (!action) return
      try {
        await confirmPayment(await openStripe(action, i18n.locale as Language), action, returnAddress())
        await syncBusiness(business.id)
      } catch (problem) {
        if (!(problem instanceof PaymentProblem)) throw problem
        isPaid = false
        setCardProblem(problem.message)
      }
    })
    return isMade && isPaid
  }

  async function order(removeUserIds?: readonly string[]) {
    try {
      return await putSeats(business.id, {
        seats,
        timestamp: business.billing?.timestamp ?? '',
        prorationDate: preview?.prorationDate ?? null,
        ...(removeUserIds && { removeUserIds: [...removeUserIds] }),
      })
    } catch (refusal) {
      // What someone else has changed meanwhile is shown: the next try is about that.
      if (isCallError(refusal, 'billing.stale')) await reloadBusiness(business.id).catch(() => undefined)
      throw refusal
    }
  }

  return { seats, setSeats, preview, previewFailure, previewAgain: again, busy, failure, cardProblem, change }
}

/** The business that a dialog was opened about, as it is known by now. */
export function useCurrent(opened: Business): Business {
  const known = useStore(ownBusiness)?.business
  return known?.id === opened.id ? known : opened
}

function useSeatsPreview(id: string, seats: number, refusal: unknown) {
  const [found, setFound] = useState<{ seats: number; preview: BillingPreview } | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  const [tries, setTries] = useState(0)
  useEffect(() => {
    const abort = new AbortController()
    const timer = window.setTimeout(() => {
      const options = { background: true, signal: abort.signal }
      call(previewSeats, { params: { id }, body: { seats } }, options).then(
        (preview) => {
          setFailure(null)
          setFound({ seats, preview })
        },
        (refusal: unknown) => {
          if (!abort.signal.aborted) setFailure(refusal)
        },
      )
    }, 300)
    return () => {
      window.clearTimeout(timer)
      abort.abort()
    }
  }, [id, seats, refusal, tries])
  function again() {
    setFailure(null)
    setTries(tries + 1)
  }
  return { preview: found?.seats === seats ? found.preview : null, failure, again }
}

/** The numbers of seats that the plan is sold with; null while that isn't known. The service refuses others, and says so. */
export function usePlanSeats({ pricePlan }: Business): { min: number; max: number | null } | null {
  const [found, setFound] = useState<{ min: number; max: number | null } | null>(null)
  const name = pricePlan?.name
  useEffect(() => {
    call(listPricePlans, {}, { background: true }).then(
      ({ plans }) => setFound(plans.find((plan) => plan.name === name)?.seats ?? null),
      () => undefined,
    )
  }, [name])
  return found
}
