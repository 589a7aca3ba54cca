import { isRequestShared } from '#api/documents/documents/access-repository.ts'
import type { Participant } from '#api/platform/actor.ts'
import type { Reader } from '#api/platform/db/transaction.ts'
import { rolesOf } from './policy.ts'
import { find } from './repository.ts'
import type { SignatureRequest } from './signature-request.ts'

/**
 * A request with what the policy needs to know of this reader. Someone without a part in it may be a member of the business
 * whose API user has sent it: that is looked up for nobody else.
 */
export async function findForReader(
  db: Reader,
  actor: Participant,
  id: string,
): Promise<SignatureRequest | null> {
  const request = await find(db, id)
  if (!request || actor.kind !== 'account' || rolesOf(request, actor).length > 0) return request
  const isShared = await isRequestShared(db, id, actor.accountId)
  return isShared ? { ...request, sharedWith: actor.accountId } : request
}
