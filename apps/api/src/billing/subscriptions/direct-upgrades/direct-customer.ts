import type { AccountActor } from '#api/platform/actor.ts'
import type { Context } from '#api/providers/context.ts'
import { checkAddress } from '../orders/check-choice.ts'
import { locking } from '../lock-billing.ts'
import { atProvider, providerForNew, providerNamed } from '../provider-refusal.ts'
import { type AddressChange, customerAt, named } from '../customers/save-customer.ts'
import type { AtProvider } from '../sync/sync-billing.ts'
import * as customers from '../customers/customer-repository.ts'

/** The customer record of an account that is about to become a business; null without one. */
export async function findCustomer(context: Context, accountId: string): Promise<AtProvider | null> {
  const row = await customers.findOfAccount(context.db, accountId)
  if (!row) return null
  return { provider: providerNamed(context, row.provider), customerId: row.customerId }
}

/** Has it made, or changed. By its reference one that was made before a crash is found again. */
export async function saveDirectCustomer(
  context: Context,
  actor: AccountActor,
  change: AddressChange,
  name = actor.name,
): Promise<AtProvider> {
  const known = await findCustomer(context, actor.accountId)
  const provider = known?.provider ?? providerForNew(context)
  const address = named(change)
  checkAddress(address)
  const { email, language, accountId } = actor
  const own = { reference: `account:${accountId}`, name: name || email, email, language }
  const { id } = await atProvider(context, () =>
    provider.saveCustomer(customerAt(address, own), known?.customerId ?? null),
  )
  await locking(context, (tx) =>
    customers.saveOfAccount(tx, accountId, { provider: provider.name, customerId: id }),
  )
  return { provider, customerId: id }
}
