import type { ErrorKey } from '@countersign/contract/errors.ts'
import type { Context } from '#api/providers/context.ts'
import {
  isOutage,
  PaymentFailed,
  type PaymentFailureKind,
  type PaymentProvider,
} from '#api/providers/payment/port.ts'
import { Refusal } from '#api/platform/refusal.ts'

const keys: Readonly<Record<PaymentFailureKind, ErrorKey>> = {
  unavailable: 'billing.provider_unavailable',
  key_spent: 'billing.provider_unavailable',
  misconfigured: 'billing.provider_misconfigured',
  refused: 'billing.provider_unavailable',
  answer_invalid: 'billing.provider_unavailable',
  declined: 'billing.payment_declined',
  authentication_required: 'billing.authentication_required',
  vat_malformed: 'billing.vat_malformed',
  promo_unknown: 'billing.promo_unknown',
  promo_expired: 'billing.promo_expired',
  promo_used_up: 'billing.promo_used_up',
  promo_not_for_plan: 'billing.promo_not_for_plan',
  currency_fixed: 'billing.currency_fixed',
  conflict: 'billing.in_progress',
}

export const keyOf = (failure: PaymentFailed): ErrorKey => keys[failure.code]

/** Nobody knows whether it was done: the same may be asked again with the same key, unless that is spent. */
export const isUncertain = (failure: PaymentFailed): boolean =>
  isOutage(failure) || failure.code === 'answer_invalid'

/** Asks the provider for something that changes nothing, or that may be asked twice; its "no" becomes one of ours. */
export async function atProvider<Result>(
  context: Pick<Context, 'log'>,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof PaymentFailed)) throw error
    throw refusalOf(context, error)
  }
}

export function refusalOf({ log }: Pick<Context, 'log'>, failure: PaymentFailed): Refusal {
  const key = keyOf(failure)
  const { code, provider, reason } = failure
  if (key === 'billing.provider_misconfigured') {
    log.error(
      { failure: code, provider, reason },
      'a payment provider refuses this installation: correct its settings, see countersign doctor',
    )
    return new Refusal(key, { retryAfter: 60, cause: failure })
  }
  if (key === 'billing.provider_unavailable') {
    log.warn({ failure: code, provider, reason }, 'a payment provider did not do it')
    return new Refusal(key, { retryAfter: 5, cause: failure })
  }
  return new Refusal(key, { cause: failure })
}

const notNow = new Set<ErrorKey>(['billing.provider_unavailable', 'billing.provider_misconfigured'])

/** What was ordered is written down: where the provider cannot be reached or refuses us, it is finished later. */
export async function keepingOrder<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Refusal) || !notNow.has(error.key)) throw error
    throw new Refusal('billing.order_kept', { retryAfter: 60, cause: error })
  }
}

/** Who takes new customers. Without one this installation has no billing. */
export function providerForNew({ payment }: Pick<Context, 'payment'>): PaymentProvider {
  if (!payment.forNew) throw new Refusal('billing.not_configured')
  return payment.forNew
}

/** The provider that a customer is at. */
export function providerNamed({ payment }: Pick<Context, 'payment'>, name: string): PaymentProvider {
  const provider = payment.named(name)
  if (!provider) throw new Refusal('billing.provider_misconfigured', { retryAfter: 60 })
  return provider
}
