import type { Reader } from '#api/platform/db/transaction.ts'

/** What a member keeps that they have made or taken over since they joined, and the seals they have a right on. */
export async function countRetained(
  db: Reader,
  { accountId, joinedAt }: { readonly accountId: string; readonly joinedAt: Date },
): Promise<{ readonly templates: number; readonly groups: number; readonly seals: number }> {
  const row = await db
    .selectNoFrom((eb) => {
      const kept = (table: 'templates' | 'signer_groups') =>
        eb
          .selectFrom(table)
          .select(eb.fn.countAll<string>().as('n'))
          .where('owner_id', '=', accountId)
          .where((ex) => ex(ex.fn.coalesce('owned_since', 'created_at'), '>=', joinedAt))
      return [
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
  return { templates: Number(row.templates), groups: Number(row.groups), seals: Number(row.seals) }
}
