import type { AccountActor } from '#api/platform/actor.ts'
import type { Context } from '#api/providers/context.ts'
import { isMailbox } from '#api/mail/enqueue-mail.ts'
import { WrittenAnswer } from '#api/platform/http/written-answer.ts'
import type { ListQuery } from './list-filter.ts'
import { listSharing } from '#api/business/api-users/list-sharing.ts'
import { listRequests } from './list-repository.ts'

/** The requests someone has a part in: one statement, however many there are. */
export async function listSignatureRequests(
  context: Context,
  actor: AccountActor,
  query: ListQuery,
): Promise<WrittenAnswer> {
  const whose = { viewerId: actor.accountId, sharedBy: await sharingAccount(context, actor, query) }
  const { items, total, isCapped, counts } = await listRequests(context.listPool, whose, query)
  const { page, size } = query
  const pages = Math.ceil(total / size)
  return new WrittenAnswer(
    `{"items":[${items}],"page":${page},"size":${size},"total_items":${total},"total_is_capped":${isCapped},"total_pages":${pages},"counts":${counts}}`,
  )
}

/** Of an API user that doesn't share its requests with the account, there are those in which the account has a part. */
async function sharingAccount(
  { db }: Context,
  { accountId }: AccountActor,
  { send_by: sender }: ListQuery,
): Promise<string | undefined> {
  if (!sender || sender === 'me' || isMailbox(sender)) return undefined
  const sharing = await listSharing(db, accountId)
  return sharing.find(({ username }) => username === sender)?.accountId
}
