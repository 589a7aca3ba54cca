import { lockForNoKeyUpdate as lockAccount } from '#api/identity/accounts/lock-repository.ts'
import { setProved } from '#api/identity/accounts/settings-repository.ts'
import type { Participant } from '#api/platform/actor.ts'
import type { Context } from '#api/providers/context.ts'
import { type Transaction, transaction } from '#api/platform/db/transaction.ts'
import { enqueue } from '#api/platform/jobs/enqueue.ts'
import { Refusal, wrongField } from '#api/platform/refusal.ts'
import { appendIdentificationEvent } from '../progress/event-repository.ts'
import { findOwn, holderOf } from '../holder.ts'
import type { Holder, Identification, Method, ProviderName } from '../identification.ts'
import { progressOf } from '../progress/progress.ts'
import * as repository from '../repository.ts'
import { hasOther } from './ending-repository.ts'

/**
 * Gives up one that runs, or forgets one that failed. A success that still waits for the terms or a number has signed
 * nothing: the person may begin another, with another phone. What one can sign with is kept until it runs out.
 */
export async function removeIdentification(
  context: Context,
  actor: Participant,
  option: { readonly provider: ProviderName; readonly method: Method },
  email: string,
): Promise<void> {
  if (email !== actor.email)
    throw wrongField('email', 'different', 'This is not the email address of the account')
  const holder = holderOf(actor)
  await transaction(context.db, async (tx) => {
    // The account first, as the provider’s result does; and its terms are not accepted meanwhile.
    if (holder.kind === 'account') await lockAccount(tx, holder.accountId)
    const all = await repository.listOf(context, tx, holder)
    const newest = all.find((one) => one.provider === option.provider && one.method === option.method)
    const one = newest && (await repository.lockForUpdate(context, tx, newest.id))
    if (!one) throw new Refusal('not_found')
    if (one.status === 'success') await giveUpSuccess(context, tx, one, holder)
    await repository.remove(tx, one.id)
    await appendIdentificationEvent(tx, one.id, { type: 'removed', at: context.now() })
    await forgetAtProvider(tx, one)
  })
}

/** The account’s names and number may be typed over again, unless another identification proves them. */
async function giveUpSuccess(
  context: Context,
  tx: Transaction,
  one: Identification,
  holder: Holder,
): Promise<void> {
  const now = context.now()
  if (progressOf(one, await findOwn(tx, holder), now).status !== 'activatingQES')
    throw new Refusal('identification.succeeded')
  if (holder.kind === 'account' && !(await hasOther(tx, one, now)))
    await setProved(tx, holder.accountId, { fields: [] })
}

/** What the provider has is not needed any longer either. */
export async function forgetAtProvider(
  tx: Transaction,
  { provider, reference }: Pick<Identification, 'provider' | 'reference'>,
): Promise<void> {
  // At the longest pause between two tries, six hours, so many are most of a year.
  if (reference !== null)
    await enqueue(tx, 'forget-identification', { provider, reference }, { maxAttempts: 1000 })
}

/** The job: fails, and is tried again, until the provider has done it; also while the provider isn’t configured. */
export async function forgetIdentification(
  context: Context,
  { provider, reference }: { readonly provider: string; readonly reference: string },
): Promise<void> {
  const known = context.identification.named(provider)
  if (!known) throw new Error(`the identification provider ${provider} is not configured`)
  await known.remove(reference)
}
