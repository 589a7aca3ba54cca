import { sortKey } from '#api/platform/db/sort-key.ts'
import { type Selectable, sql } from 'kysely'
import type { Tables } from '#api/platform/db/tables.ts'
import type { Reader, Transaction } from '#api/platform/db/transaction.ts'
import { isId } from '#api/platform/values/id.ts'
import type { Seal, SealCertificate } from './seal.ts'

export interface SealHolder {
  readonly sealId: string
  readonly accountId: string
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  readonly grantedAt: Date
}

type Row = Omit<Selectable<Tables['seals']>, 'image'> & { has_image: boolean }

const columns = [
  's.id',
  's.business_id',
  's.account_name',
  's.label',
  's.quality',
  's.legislation',
  's.service',
  's.seal_name',
  's.organisation',
  's.certifies',
  's.certificate',
  's.proved_at',
  's.refusal',
  's.created_at',
  's.disabled_at',
] as const

/** All but the pictures. */
function seals(db: Reader) {
  return db
    .selectFrom('seals as s')
    .select(columns)
    .select((eb) => eb('s.image', 'is not', null).$castTo<boolean>().as('has_image'))
}

export async function list(db: Reader, businessId: string): Promise<Seal[]> {
  const rows = await seals(db)
    .where('s.business_id', '=', businessId)
    .orderBy(sortKey('s.label'))
    .orderBy('s.id')
    .execute()
  return rows.map(toSeal)
}

/** Those that this account has a right on. */
export async function listOf(db: Reader, accountId: string): Promise<Seal[]> {
  const rows = await seals(db)
    .innerJoin('seal_members as m', 'm.seal_id', 's.id')
    .innerJoin('business_members as b', (join) =>
      join.onRef('b.account_id', '=', 'm.account_id').onRef('b.business_id', '=', 's.business_id'),
    )
    .innerJoin('businesses', 'businesses.id', 's.business_id')
    .where('businesses.deleted_at', 'is', null)
    .where('m.account_id', '=', accountId)
    .orderBy(sortKey('s.label'))
    .orderBy('s.id')
    .execute()
  return rows.map(toSeal)
}

/** By its name or its id. */
export async function find(db: Reader, businessId: string, named: string): Promise<Seal | null> {
  const row = await seals(db)
    .where('s.business_id', '=', businessId)
    .where(isId(named) ? 's.id' : 's.account_name', '=', named)
    .executeTakeFirst()
  return row ? toSeal(row) : null
}

export async function findById(db: Reader, id: string): Promise<Seal | null> {
  const row = await seals(db).where('s.id', '=', id).executeTakeFirst()
  return row ? toSeal(row) : null
}

/** Nobody changes the seal, or who may use it, until the transaction is over. */
export async function lockForNoKeyUpdate(tx: Transaction, id: string): Promise<Seal | null> {
  await tx.selectFrom('seals').select('id').where('id', '=', id).forNoKeyUpdate().execute()
  return findById(tx, id)
}

/** The same, for those who seal with it: they do not wait for each other. */
export async function lockForShare(tx: Transaction, id: string): Promise<Seal | null> {
  await tx.selectFrom('seals').select('id').where('id', '=', id).forShare().execute()
  return findById(tx, id)
}

export async function findImage(db: Reader, id: string): Promise<Buffer | null> {
  const row = await db.selectFrom('seals').select('image').where('id', '=', id).executeTakeFirst()
  return row?.image ?? null
}

export async function mayUse(db: Reader, sealId: string, accountId: string): Promise<boolean> {
  const row = await db
    .selectFrom('seal_members as m')
    .innerJoin('seals as s', 's.id', 'm.seal_id')
    .innerJoin('business_members as b', (join) =>
      join.onRef('b.account_id', '=', 'm.account_id').onRef('b.business_id', '=', 's.business_id'),
    )
    .select('m.account_id')
    .where('m.seal_id', '=', sealId)
    .where('m.account_id', '=', accountId)
    .executeTakeFirst()
  return row !== undefined || (await mayProgramUse(db, sealId, accountId))
}

/** An API user whose key opens seals may use each of its business. */
async function mayProgramUse(db: Reader, sealId: string, accountId: string): Promise<boolean> {
  const row = await db
    .selectFrom('api_users as u')
    .innerJoin('seals as s', 's.business_id', 'u.business_id')
    .select('u.id')
    .where('s.id', '=', sealId)
    .where('u.account_id', '=', accountId)
    .where('u.deleted_at', 'is', null)
    .where(sql<boolean>`'seals' = ANY (u.scopes)`)
    .executeTakeFirst()
  return row !== undefined
}

export async function listHolders(db: Reader, sealIds: readonly string[]): Promise<SealHolder[]> {
  if (sealIds.length === 0) return []
  const rows = await db
    .selectFrom('seal_members as m')
    .innerJoin('accounts as a', 'a.id', 'm.account_id')
    .select(['m.seal_id', 'm.granted_at', 'a.id', 'a.email', 'a.first_name', 'a.last_name'])
    .where('m.seal_id', 'in', sealIds)
    .orderBy(sortKey('a.last_name'))
    .orderBy(sortKey('a.first_name'))
    .orderBy('a.id')
    .execute()
  return rows.map((row) => ({
    sealId: row.seal_id,
    accountId: row.id,
    email: row.email,
    firstName: row.first_name,
    lastName: row.last_name,
    grantedAt: row.granted_at,
  }))
}

/** False where the name is someone's already. */
export async function insert(tx: Transaction, seal: Seal): Promise<boolean> {
  const inserted = await tx
    .insertInto('seals')
    .values({
      id: seal.id,
      business_id: seal.businessId,
      account_name: seal.accountName,
      label: seal.label,
      quality: seal.quality,
      legislation: seal.legislation,
      service: seal.service,
      seal_name: seal.sealName,
      organisation: seal.organisation,
      certifies: seal.certifies,
      created_at: seal.createdAt,
    })
    .onConflict((conflict) => conflict.column('account_name').doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

/** What the test signature came to. */
export async function saveProof(
  tx: Transaction,
  id: string,
  proof: {
    readonly service: string | null
    readonly certificate: SealCertificate | null
    readonly provedAt: Date | null
    readonly refusal: string | null
  },
): Promise<void> {
  const { service, provedAt, refusal } = proof
  const certificate = proof.certificate && JSON.stringify(proof.certificate)
  await tx
    .updateTable('seals')
    .set({ service, certificate, proved_at: provedAt, refusal })
    .where('id', '=', id)
    .execute()
}

export async function saveChange(
  tx: Transaction,
  id: string,
  change: { readonly label?: string; readonly certifies?: boolean; readonly image?: Buffer | null },
): Promise<void> {
  await tx.updateTable('seals').set(change).where('id', '=', id).execute()
}

export async function disable(tx: Transaction, id: string, at: Date | null): Promise<void> {
  await tx.updateTable('seals').set({ disabled_at: at }).where('id', '=', id).execute()
}

/** False where they may already. */
export async function grant(tx: Transaction, sealId: string, accountId: string, at: Date): Promise<boolean> {
  const inserted = await tx
    .insertInto('seal_members')
    .values({ seal_id: sealId, account_id: accountId, granted_at: at })
    .onConflict((conflict) => conflict.columns(['seal_id', 'account_id']).doNothing())
    .returning('seal_id')
    .executeTakeFirst()
  return inserted !== undefined
}

export async function withdraw(tx: Transaction, sealId: string, accountId: string): Promise<boolean> {
  const removed = await tx
    .deleteFrom('seal_members')
    .where('seal_id', '=', sealId)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return removed.numDeletedRows === 1n
}

function toSeal(row: Row): Seal {
  return {
    id: row.id,
    businessId: row.business_id,
    accountName: row.account_name,
    label: row.label,
    quality: row.quality,
    legislation: row.legislation,
    service: row.service,
    sealName: row.seal_name,
    organisation: row.organisation,
    certifies: row.certifies,
    hasImage: row.has_image,
    certificate: row.certificate,
    provedAt: row.proved_at,
    refusal: row.refusal,
    createdAt: row.created_at,
    disabledAt: row.disabled_at,
  }
}
