import type { AccountActor } from '#api/platform/actor.ts'
import type { Context } from '#api/providers/context.ts'
import { listKnownPeople, type KnownPerson } from './known-people-repository.ts'

/** People one has worked with, by the beginning of their email or of a part of their name; the most recent first. */
export function suggestPeople(context: Context, actor: AccountActor, input: string): Promise<KnownPerson[]> {
  return listKnownPeople(context.pool, actor, input)
}
