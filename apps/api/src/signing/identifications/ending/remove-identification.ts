import type { Participant } from '#api/platform/actor.ts'
import type { Context } from '#api/providers/context.ts'
import { type Transaction, transaction } from '#api/platform/db/transaction.ts'
import { enqueue } from '#api/platform/jobs/enqueue.ts'
import { Refusal, wrongField } from '#api/platform/refusal.ts'
import { appendIdentificationEvent } from '../progress/event-repository.ts'
import { holderOf } from '../holder.ts'
import type { Identification, Method, ProviderName } from '../identification.ts'
import * as repository from '../repository.ts'

/** Gives up one that runs, or forgets one that failed. What has succeeded is kept until it runs out. */
export async function removeIdentification(
  context: Context,
  actor: Participant,
  option: { readonly provider: ProviderName; readonly method: Method },
  email: string,
): Promise<void> {
  if (email !== actor.email)
    throw wrongField('email', 'different', 'This is not the email address of the account')
  await transaction(context.db, async (tx) => {
    const all = await repository.listOf(context, tx, holderOf(actor))
    const newest = all.find((one) => one.provider === option.provider && one.method === option.method)
    const one = newest && (await repository.lockForUpdate(context, tx, newest.id))
    if (!one) throw new Refusal('not_found')
    if (one.status === 'success') throw new Refusal('identification.succeeded')
    await repository.remove(tx, one.id)
    await appendIdentificationEvent(tx, one.id, { type: 'removed', at: context.now() })
    await forgetAtProvider(tx, one)
  })
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
