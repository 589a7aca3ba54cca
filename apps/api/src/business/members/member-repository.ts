import { sql } from 'kysely'
import { type Reader, type Transaction } from '#api/platform/db/transaction.ts'
import type { BusinessRole } from '#api/business/businesses/business.ts'
import { takenOver } from '#api/signing/signature-requests/hand-over-repository.ts'

export async function setRole(
  tx: Transaction,
  accountIds: readonly string[],
  role: BusinessRole,
): Promise<void> {
  await tx.updateTable('business_members').set({ role }).where('account_id', 'in', accountIds).execute()
}

export async function setLocked(tx: Transaction, accountId: string, at: Date | null): Promise<void> {
  await tx
    .updateTable('business_members')
    .set({ locked_at: at })
    .where('account_id', '=', accountId)
    .execute()
}

export async function setSeats(tx: Transaction, businessId: string, seats: number | null): Promise<void> {
  await tx.updateTable('businesses').set({ seats }).where('id', '=', businessId).execute()
}

/** The first without a seat, where there will be fewer seats than people. Those named before are not meant any more. */
export async function nameWhoGivesUpSeat(
  tx: Transaction,
  businessId: string,
  accountIds: readonly string[],
): Promise<void> {
  await tx
    .updateTable('business_members')
    .set({ gives_up_seat: sql<boolean>`account_id = ANY (${accountIds}::uuid[])` })
    .where('business_id', '=', businessId)
    .execute()
}

/**
 * Nobody changes or deletes these accounts until the transaction is over. Before the business is held, as everybody does
 * who needs both.
 */
export async function holdAccounts(
  tx: Transaction,
  businessId: string,
  ids: readonly string[],
): Promise<void> {
  await tx
    .selectFrom('accounts as a')
    .innerJoin('business_members as m', 'm.account_id', 'a.id')
    .select('a.id')
    .where('m.business_id', '=', businessId)
    .where('a.id', 'in', ids)
    .orderBy('a.id')
    .forNoKeyUpdate('a')
    .execute()
}

export interface Belongings {
  readonly requests: number
  readonly drafts: number
  readonly open: number
  readonly templates: number
  readonly groups: number
  readonly seals: number
}

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
