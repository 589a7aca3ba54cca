import { type CustomerState, PaymentFailed, type PaymentProvider } from '#api/providers/payment/port.ts'
import { refusalOf } from '../provider-refusal.ts'
import type { SyncContext } from './sync-context.ts'

/** All that the provider has of a customer now. */
export async function fetchState(
  context: Pick<SyncContext, 'log'>,
  provider: PaymentProvider,
  customerId: string,
): Promise<CustomerState> {
  try {
    const state = await provider.fetchState(customerId)
    return state ?? { customerId, hasPaymentMethod: false, subscriptions: [] }
  } catch (error) {
    if (error instanceof PaymentFailed) throw refusalOf(context, error)
    throw error
  }
}
