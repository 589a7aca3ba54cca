import type { AccountActor } from '#api/platform/actor.ts'
import type { Context } from '#api/providers/context.ts'
import { checkAddress } from '../orders/check-choice.ts'
import { locking } from '../lock-billing.ts'
import { atProvider, providerForNew } from '../provider-refusal.ts'
import { type AddressChange, customerAt, named } from '../customers/save-customer.ts'
import type { AtProvider } from '../sync/sync-billing.ts'
import * as customers from '../customers/customer-repository.ts'

/**
 * The customer record of an account that is about to become a business; null without one at a provider that is configured. An order
 * that is open elsewhere is refused where it is settled.
 */
export async function findDirectCustomer(context: Context, accountId: string): Promise<AtProvider | null> {
  const records = await customers.listOfAccount(context.db, accountId)
  const configured = records.flatMap(({ provider: name, customerId }) => {
    const provider = context.payment.named(name)
    return provider ? [{ provider, customerId }] : []
  })
  return configured.find(({ provider }) => provider === context.payment.forNew) ?? configured[0] ?? null
}

/** Has it made, or changed. By its reference one that was made before a crash is found again. */
export async function saveDirectCustomer(
  context: Context,
  actor: AccountActor,
  change: AddressChange,
  name = actor.name,
): Promise<AtProvider> {
  const known = await findDirectCustomer(context, actor.accountId)
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
