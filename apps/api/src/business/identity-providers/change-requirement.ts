import { appendBusinessEvent } from '#api/business/businesses/append-event.ts'
import { allowAdmin } from '#api/business/businesses/policy.ts'
import { lockForNoKeyUpdate } from '#api/business/businesses/repository.ts'
import { eventActor, systemActor } from '#api/evidence/append-event.ts'
import type { AccountActor } from '#api/platform/actor.ts'
import { type Transaction, transaction } from '#api/platform/db/transaction.ts'
import { Refusal } from '#api/platform/refusal.ts'
import type { Context } from '#api/providers/context.ts'
import { mailAboutProvider } from './mail-about-provider.ts'
import { isRequirementAllowed } from './show-identity-provider.ts'
import type { StoredProvider } from './identity-provider.ts'
import * as repository from './repository.ts'

type ChangeContext = Pick<Context, 'db' | 'now' | 'masterKey'>

/**
 * Makes members with an address of the verified domains sign in at the provider, or no longer. Sessions that are open
 * continue until they end: nobody loses what they are in the middle of, and the admin who requires it stays able to take it back.
 */
export async function requireIdentityProvider(
  context: Context,
  actor: AccountActor,
  businessId: string,
  isRequired: boolean,
): Promise<void> {
  await transaction(context.db, async (tx) => {
    const provider = await lockAsAdmin(tx, actor, businessId)
    if (isRequired === (provider.requiredAt !== null)) return
    if (isRequired && !(await isRequirementAllowed(context, tx, provider)))
      throw new Refusal('identity_provider.not_tested')
    await changeRequirement(context, tx, { provider, isRequired, actor })
  })
}

/** The provider, for an admin of the business who changes it: until the transaction ends, nobody else does. */
export async function lockAsAdmin(
  tx: Transaction,
  actor: AccountActor,
  businessId: string,
): Promise<StoredProvider> {
  await lockForNoKeyUpdate(tx, businessId)
  await allowAdmin(tx, actor, businessId)
  const provider = await repository.find(tx, businessId)
  if (!provider) throw new Refusal('not_found')
  return provider
}

/** The way out for a business whose admins are locked out too: the operator's command. False where nothing is required. */
export async function endRequirement(context: ChangeContext, businessId: string): Promise<boolean> {
  return transaction(context.db, async (tx) => {
    await lockForNoKeyUpdate(tx, businessId)
    const provider = await repository.find(tx, businessId)
    if (!provider?.requiredAt) return false
    await changeRequirement(context, tx, { provider, isRequired: false, actor: null })
    return true
  })
}

async function changeRequirement(
  context: ChangeContext,
  tx: Transaction,
  order: {
    readonly provider: StoredProvider
    readonly isRequired: boolean
    readonly actor: AccountActor | null
  },
): Promise<void> {
  const { provider, isRequired, actor } = order
  const { businessId, issuer } = provider
  const at = context.now()
  await repository.setRequired(tx, businessId, isRequired ? at : null)
  await appendBusinessEvent(tx, businessId, {
    type: isRequired ? 'identity_provider_required' : 'identity_provider_not_required',
    at,
    actor: actor ? eventActor(actor) : systemActor,
    data: { issuer },
  })
  const change = isRequired ? 'required' : 'not_required'
  await mailAboutProvider(context, tx, { businessId, change, actor, issuer })
}
