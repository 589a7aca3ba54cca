import { sortKey } from '#api/platform/db/sort-key.ts'
import type { AddressColumn } from '#api/platform/db/conversion/address-column.ts'
import { type Selectable, sql } from 'kysely'
import type { Tables } from '#api/platform/db/tables.ts'
import type { Reader, Transaction } from '#api/platform/db/transaction.ts'
import type { GroupMember, SignerGroup } from './signer-group.ts'

/** Whose the groups are. The one place that says how that is written down. */
export interface GroupOwner {
  readonly accountId: string
}

interface Row extends Selectable<Tables['signer_groups']> {
  version_id: string
  members: GroupMember[]
}

/** The groups of a keeper, each in its newest version. */
function kept(db: Reader, keeper: GroupOwner) {
  return db
    .selectFrom('signer_groups as g')
    .innerJoin('signer_group_versions as v', (join) =>
      join.onRef('v.group_id', '=', 'g.id').onRef('v.number', '=', 'g.version'),
    )
    .selectAll('g')
    .select(['v.id as version_id', 'v.members'])
    .where('g.owner_id', '=', keeper.accountId)
}

export async function find(db: Reader, keeper: GroupOwner, id: string): Promise<SignerGroup | null> {
  const row = await kept(db, keeper).where('g.id', '=', id).executeTakeFirst()
  return row ? toGroup(row) : null
}

/** Those of the groups named in these signers that are the keeper's, by their id. */
export async function findNamed(
  db: Reader,
  keeper: GroupOwner,
  signers: readonly { readonly signer_group_id?: string | null | undefined }[],
): Promise<Map<string, SignerGroup>> {
  const ids = signers.flatMap((signer) => signer.signer_group_id ?? [])
  if (ids.length === 0) return new Map()
  const rows = await kept(db, keeper).where('g.id', 'in', ids).execute()
  return new Map(rows.map((row) => [row.id, toGroup(row)]))
}

/** What a keeper has, by id, with the number of each one's version. */
export async function listVersions(db: Reader, keeper: GroupOwner): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('signer_groups')
    .select(['id', 'version'])
    .where('owner_id', '=', keeper.accountId)
    .orderBy(sortKey('name'))
    .orderBy('id')
    .execute()
  return new Map(rows.map(({ id, version }) => [id, version]))
}

/** The same as `find`; nobody else changes it until the transaction is over. */
export async function lockForNoKeyUpdate(
  tx: Transaction,
  keeper: GroupOwner,
  id: string,
): Promise<SignerGroup | null> {
  const locked = await tx
    .selectFrom('signer_groups')
    .select('id')
    .where('id', '=', id)
    .where('owner_id', '=', keeper.accountId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return locked ? find(tx, keeper, id) : null
}

export interface GroupQuery {
  readonly page: number
  readonly size: number
  readonly sort: 'asc' | 'desc'
  readonly sort_by: 'name' | 'created_at' | 'updated_at'
  readonly search?: string | undefined
}

const orders = {
  name: sortKey('g.name'),
  created_at: sql`g.created_at`,
  updated_at: sql`g.updated_at`,
} as const

/** A keeper has few of them: they are counted with the page. */
export async function list(
  db: Reader,
  keeper: GroupOwner,
  query: GroupQuery,
): Promise<{ groups: SignerGroup[]; total: number }> {
  const searched = named(kept(db, keeper), query.search)
  const rows = await searched
    .orderBy(orders[query.sort_by], query.sort)
    .orderBy('g.id', query.sort)
    .limit(query.size)
    .offset((query.page - 1) * query.size)
    .execute()
  const total = await named(
    db.selectFrom('signer_groups as g').where('g.owner_id', '=', keeper.accountId),
    query.search,
  )
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  return { groups: rows.map(toGroup), total: Number(total.count) }
}

/** What was typed is somewhere in the name, or in its base letters. A keeper has few groups: they are looked through. */
function named<Query extends { where(condition: ReturnType<typeof contains>): Query }>(
  query: Query,
  search: string | undefined,
): Query {
  return search ? query.where(contains(search)) : query
}
const contains = (search: string) => sql<boolean>`(strpos(lower(g.name), lower(${search})) > 0
  OR strpos(base_letters(g.name), lower(${search})) > 0)`

export async function count(db: Reader, keeper: GroupOwner): Promise<number> {
  const row = await db
    .selectFrom('signer_groups')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('owner_id', '=', keeper.accountId)
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

export async function insert(tx: Transaction, keeper: GroupOwner, group: SignerGroup): Promise<void> {
  await tx
    .insertInto('signer_groups')
    .values({
      id: group.id,
      owner_id: keeper.accountId,
      name: group.name,
      version: group.version,
      created_at: group.createdAt,
      updated_at: group.updatedAt,
    })
    .execute()
  await insertVersion(tx, group)
}

/** Saves a group that `lockForNoKeyUpdate` has locked, as its next version. */
export async function saveVersion(tx: Transaction, group: SignerGroup): Promise<void> {
  await tx
    .updateTable('signer_groups')
    .set({ name: group.name, version: group.version, updated_at: group.updatedAt })
    .where('id', '=', group.id)
    .execute()
  await insertVersion(tx, group)
}

async function insertVersion(tx: Transaction, group: SignerGroup): Promise<void> {
  await tx
    .insertInto('signer_group_versions')
    .values({
      id: group.versionId,
      group_id: group.id,
      number: group.version,
      name: group.name,
      members: JSON.stringify(group.members),
      created_at: group.updatedAt,
    })
    .execute()
}

export async function remove(tx: Transaction, keeper: GroupOwner, id: string): Promise<boolean> {
  const removed = await tx
    .deleteFrom('signer_groups')
    .where('id', '=', id)
    .where('owner_id', '=', keeper.accountId)
    .executeTakeFirst()
  return removed.numDeletedRows === 1n
}

/** With the account its groups go. */
export async function removeAll(tx: Transaction, keeper: GroupOwner): Promise<void> {
  await tx.deleteFrom('signer_groups').where('owner_id', '=', keeper.accountId).execute()
}

function toGroup(row: Row): SignerGroup {
  return {
    id: row.id,
    name: row.name,
    version: row.version,
    versionId: row.version_id,
    members: row.members,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

/** Those that were made or taken over since then are another account's: also more than it could keep on its own. */
export async function changeOwner(
  tx: Transaction,
  {
    from,
    to,
    since,
    at,
  }: { readonly from: string; readonly to: string; readonly since: Date; readonly at: Date },
): Promise<void> {
  await tx
    .updateTable('signer_groups')
    .set({ owner_id: to, owned_since: at })
    .where('owner_id', '=', from)
    .where((eb) => eb(eb.fn.coalesce('owned_since', 'created_at'), '>=', since))
    .execute()
}

/** Kept in their canonical form. */
export const addressColumns: readonly AddressColumn[] = [
  {
    table: 'signer_group_versions',
    update: sql`UPDATE signer_group_versions`,
    column: 'members',
    members: ['email'],
  },
]
