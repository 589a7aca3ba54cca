import type { OwnedContent } from '#api/business/members/members-context.ts'
import type { Reader } from '#api/platform/db/transaction.ts'
import { countOwnedSince } from '#api/signing/signature-requests/ownership/ownership-repository.ts'
import { countRetained } from './repository.ts'

/** What a member has made or taken over since they joined, and the seals they have a right on. */
export async function countOwnedContent(
  db: Reader,
  member: { readonly accountId: string; readonly joinedAt: Date },
): Promise<OwnedContent> {
  const requests = await countOwnedSince(db, member.accountId, member.joinedAt)
  return { ...requests, ...(await countRetained(db, member)) }
}
