import { findBusinessOf } from '#api/business/businesses/find-business-of.ts'
import type { Reader } from '#api/platform/db/transaction.ts'
import type { RuleFor } from './retention.ts'
import { findRule } from './rule-repository.ts'

/** A business's rule holds for what its members send, in place of their own. */
export async function findRuleFor(db: Reader, accountId: string): Promise<RuleFor | null> {
  const byBusiness = await findBusinessRule(db, accountId)
  if (byBusiness) return byBusiness
  const own = await findRule(db, accountId)
  return own && { ...own, business: null }
}

export async function findBusinessRule(
  db: Reader,
  accountId: string,
): Promise<(RuleFor & { readonly business: { readonly name: string } }) | null> {
  const business = await findBusinessOf(db, accountId)
  if (!business?.settings.retention.enabled) return null
  const { days, terminalState } = business.settings.retention
  return { days, fromTerminalState: terminalState, business: { id: business.id, name: business.name } }
}
