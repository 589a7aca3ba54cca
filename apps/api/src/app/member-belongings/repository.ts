import type { Belongings } from '#api/business/members/members-context.ts'
import type { Reader } from '#api/platform/db/transaction.ts'
import { takenOver } from '#api/signing/signature-requests/hand-over-repository.ts'

/** What a member has made or taken over since they joined, and the seals they have a right on. */
export async function countBelongings(
  db: Reader,
  { accountId, joinedAt }: { readonly accountId: string; readonly joinedAt: Date },
): Promise<Belongings> {
  const row = await db
    .selectNoFrom((eb) => {
      const requests = eb
        .selectFrom('request_access')
        .select(eb.fn.countAll<string>().as('n'))
        .where('account_id', '=', accountId)
        .where('is_owner', '=', true)
        .where((or) => or.or([or('created_at', '>=', joinedAt), takenOver(accountId, joinedAt)]))
      const kept = (table: 'templates' | 'signer_groups') =>
        eb
          .selectFrom(table)
          .select(eb.fn.countAll<string>().as('n'))
          .where('owner_id', '=', accountId)
          .where('created_at', '>=', joinedAt)
      return [
        requests.as('requests'),
        requests.where('status', '=', 'DRAFT').as('drafts'),
        requests.where('status', 'in', ['TO_SIGN', 'WAITING']).as('open'),
        kept('templates').as('templates'),
        kept('signer_groups').as('groups'),
        eb
          .selectFrom('seal_members')
          .select(eb.fn.countAll<string>().as('n'))
          .where('account_id', '=', accountId)
          .as('seals'),
      ]
    })
    .executeTakeFirstOrThrow()
  return {
    requests: Number(row.requests),
    drafts: Number(row.drafts),
    open: Number(row.open),
    templates: Number(row.templates),
    groups: Number(row.groups),
    seals: Number(row.seals),
  }
}
