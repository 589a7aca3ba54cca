import type { AccountActor } from '#api/platform/actor.ts'
import type { Context } from '#api/providers/context.ts'
import { list } from './repository.ts'

const suggestedAtMost = 5

/** Groups that one keeps, with what was typed somewhere in their name. */
export async function suggestGroups(context: Context, actor: AccountActor, input: string) {
  const { groups } = await list(context.db, actor, {
    page: 1,
    size: suggestedAtMost,
    sort: 'asc',
    sort_by: 'name',
    search: input,
  })
  return groups.map(({ id, name, members }) => ({ id, name, member_count: members.length }))
}
