import type { Account } from '../account.ts'
import type { Decline } from '../errors.ts'
import type { PaymentMethod } from '../resources.ts'

export type ChargeOutcome = 'accepted' | 'authenticate' | Decline

/** What the bank says to a charge. A customer who has just authenticated is not asked again. */
export function chargeCard(account: Account, method: PaymentMethod, isAuthenticated: boolean): ChargeOutcome {
  const fault = account.faults.take('stripe', ['card_declined', 'authentication_required'])
  if (fault === 'card_declined') return 'generic_decline'
  if (fault === 'authentication_required') return 'authenticate'
  const { onCharge, isSetUp } = method.hidden
  if (onCharge === 'declined') return 'generic_decline'
  if (onCharge === 'insufficient_funds') return 'insufficient_funds'
  const mustAsk =
    onCharge === 'always_authenticate' || (onCharge === 'authenticate_unless_set_up' && !isSetUp)
  return mustAsk && !isAuthenticated ? 'authenticate' : 'accepted'
}
