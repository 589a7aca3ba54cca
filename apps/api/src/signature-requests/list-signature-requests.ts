import type { ListItem } from '@countersign/contract/signature-request-shapes.ts'
import type { AccountActor } from '#api/actor.ts'
import type { Context } from '#api/context.ts'
import { conditions, countRequests, listRequests, type ListQuery } from './list-repository.ts'

export interface ListPage {
  readonly items: ListItem[]
  readonly page: number
  readonly size: number
  readonly total_items: number
  readonly total_pages: number
}

/** The requests somebody has a part in: two statements, however many there are. */
export async function listSignatureRequests(
  context: Context,
  actor: AccountActor,
  query: ListQuery,
): Promise<ListPage> {
  const where = conditions(actor.accountId, query)
  const [items, total] = await Promise.all([
    listRequests(context.db, actor.accountId, where, query),
    countRequests(context.db, where),
  ])
  return {
    items,
    page: query.page,
    size: query.size,
    total_items: total,
    total_pages: Math.ceil(total / query.size),
  }
}
