import type { Identification as Shown } from '@countersign/contract/identifications.ts'
import type { Participant } from '#api/platform/actor.ts'
import type { Context } from '#api/providers/context.ts'
import { askProvider } from './progress/ask-provider.ts'
import { findOwn, holderOf } from './holder.ts'
import type { Identification, Method, ProviderName } from './identification.ts'
import { presentIdentification } from './presenter.ts'
import * as repository from './repository.ts'

/** All of one’s own, as known. Every page of them begins with this: nobody outside is asked. */
export async function readIdentifications(context: Context, actor: Participant): Promise<Shown[]> {
  const holder = holderOf(actor)
  const [all, own] = await Promise.all([
    repository.listOf(context, context.db, holder),
    findOwn(context.db, holder),
  ])
  return all.map((one) => presentIdentification(one, own, context.now()))
}

/** The newest of one way, of which the provider is asked where it runs; null where there is none. */
export async function readNewest(
  context: Context,
  actor: Participant,
  option: { readonly provider: ProviderName; readonly method: Method },
): Promise<Shown | null> {
  const all = await repository.listOf(context, context.db, holderOf(actor))
  const found = all.find((one) => one.provider === option.provider && one.method === option.method)
  const one = found && (await askProvider(context, found))
  return one ? showOne(context, actor, one) : null
}

export async function showOne(context: Context, actor: Participant, one: Identification): Promise<Shown> {
  const own = await findOwn(context.db, holderOf(actor))
  return presentIdentification(one, own, context.now())
}
