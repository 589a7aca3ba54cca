import type { AccountActor } from '#api/platform/actor.ts'
import type { SessionRead } from '#api/platform/db/session-read.ts'
import type { Context } from '#api/providers/context.ts'
import { isMailbox } from '#api/mail/enqueue-mail.ts'
import { WrittenAnswer } from '#api/platform/http/written-answer.ts'
import type { ListQuery } from './list-filter.ts'
import { listSharing } from '#api/business/api-users/list-sharing.ts'
import { type ListedRequests, listedWith, listOfSession, listRequests } from './list-repository.ts'

/**
 * What such a list reads together with the session; null where the account alone doesn't say whose requests they are, and where
 * lists are read from a replica: whether a session counts only the primary knows.
 */
export const readWithSession = ({ reads }: Context, query: ListQuery): SessionRead | null =>
  isOfApiUser(query) || reads.replica ? null : listOfSession(query)

/** The requests someone has a part in: one statement, however many there are, which has found the session too. */
export async function listSignatureRequests(
  context: Context,
  actor: AccountActor,
  query: ListQuery,
  read: SessionRead | null,
): Promise<WrittenAnswer> {
  const { items, total, isCapped, counts } = listedWith(read) ?? (await listAlone(context, actor, query))
  const { page, size } = query
  const pages = Math.ceil(total / size)
  return new WrittenAnswer(
    `{"items":[${items}],"page":${page},"size":${size},"total_items":${total},"total_is_capped":${isCapped},"total_pages":${pages},"counts":${counts}}`,
  )
}

async function listAlone(context: Context, actor: AccountActor, query: ListQuery): Promise<ListedRequests> {
  const whose = { viewerId: actor.accountId, sharedBy: await sharingAccount(context, actor, query) }
  return listRequests(context.reads.listPool, whose, query)
}

const isOfApiUser = ({ send_by: sender }: ListQuery): boolean =>
  Boolean(sender) && sender !== 'me' && !isMailbox(sender ?? '')

/** Of an API user that doesn't share its requests with the account, there are those in which the account has a part. */
async function sharingAccount(
  { db }: Context,
  { accountId }: AccountActor,
  query: ListQuery,
): Promise<string | undefined> {
  if (!isOfApiUser(query)) return undefined
  const sharing = await listSharing(db, accountId)
  return sharing.find(({ username }) => username === query.send_by)?.accountId
}
