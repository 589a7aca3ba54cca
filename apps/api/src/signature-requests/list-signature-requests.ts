import type { ListItem } from '@countersign/contract/signature-request-shapes.ts'
import type { AccountActor } from '#api/actor.ts'
import type { Context } from '#api/context.ts'
import type { ListQuery } from './list-filter.ts'
import { listRequests } from './list-repository.ts'

export interface ListPage {
  readonly items: ListItem[]
  readonly page: number
  readonly size: number
  readonly total_items: number
  readonly total_is_capped: boolean
  readonly total_pages: number
}

/** The requests somebody has a part in: one statement, however many there are. */
export async function listSignatureRequests(
  context: Context,
  actor: AccountActor,
  query: ListQuery,
): Promise<ListPage> {
  const { items, total, isCapped } = await listRequests(context.listPool, actor.accountId, query)
  return {
    items,
    page: query.page,
    size: query.size,
    total_items: total,
    total_is_capped: isCapped,
    total_pages: Math.ceil(total / query.size),
  }
}
