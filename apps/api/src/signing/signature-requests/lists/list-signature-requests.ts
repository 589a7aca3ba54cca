import type { AccountActor } from '#api/platform/actor.ts'
import type { Context } from '#api/providers/context.ts'
import { WrittenAnswer } from '#api/platform/http/written-answer.ts'
import type { ListQuery } from './list-filter.ts'
import { listRequests } from './list-repository.ts'

/** The requests someone has a part in: one statement, however many there are. */
export async function listSignatureRequests(
  context: Context,
  actor: AccountActor,
  query: ListQuery,
): Promise<WrittenAnswer> {
  const { items, total, isCapped, counts } = await listRequests(context.listPool, actor.accountId, query)
  const { page, size } = query
  const pages = Math.ceil(total / size)
  return new WrittenAnswer(
    `{"items":[${items}],"page":${page},"size":${size},"total_items":${total},"total_is_capped":${isCapped},"total_pages":${pages},"counts":${counts}}`,
  )
}
