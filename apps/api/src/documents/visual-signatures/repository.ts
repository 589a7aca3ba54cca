import type { Language } from '@countersign/contract/values.ts'
import type { Selectable } from 'kysely'
import type { Tables } from '#api/platform/db/tables.ts'
import type { Reader, Transaction } from '#api/platform/db/transaction.ts'
import type { VisualContent, VisualSignature } from './visual-signature.ts'

// The picture is read where it is shown; a list of signatures goes without.
const columns = [
  'id',
  'account_id',
  'alias',
  'kind',
  'name',
  'optional_line',
  'location',
  'display_date',
  'display_claim',
  'display_standards',
  'language',
  'is_default',
  'created_at',
  'updated_at',
] as const
type Row = Pick<Selectable<Tables['visual_signatures']>, (typeof columns)[number]> & { has_picture: boolean }

function select(db: Reader) {
  return db
    .selectFrom('visual_signatures')
    .select(columns)
    .select((eb) => eb('image', 'is not', null).$castTo<boolean>().as('has_picture'))
}

/** The default one first, then the newest. */
export async function list(db: Reader, accountId: string): Promise<VisualSignature[]> {
  const rows = await select(db)
    .where('account_id', '=', accountId)
    .orderBy('is_default', 'desc')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows.map(visualSignature)
}

export async function find(db: Reader, accountId: string, id: string): Promise<VisualSignature | null> {
  const row = await select(db).where('account_id', '=', accountId).where('id', '=', id).executeTakeFirst()
  return row ? visualSignature(row) : null
}

export async function findDefault(db: Reader, accountId: string): Promise<VisualSignature | null> {
  const row = await select(db)
    .where('account_id', '=', accountId)
    .where('is_default', '=', true)
    .executeTakeFirst()
  return row ? visualSignature(row) : null
}

/** PNG; null where there is none. */
export async function findPicture(db: Reader, accountId: string, id: string): Promise<Buffer | null> {
  const row = await db
    .selectFrom('visual_signatures')
    .select('image')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.image ?? null
}

export interface WithPicture extends VisualSignature {
  /** PNG. */
  readonly picture: Buffer | null
}

/** Those of the account among `ids`, and its default one where that is wanted. */
export async function findWithPictures(
  db: Reader,
  accountId: string,
  ids: readonly string[],
  orDefault: boolean,
): Promise<WithPicture[]> {
  const rows = await select(db)
    .select('image')
    .where('account_id', '=', accountId)
    .where((eb) =>
      eb.or([
        ...(ids.length > 0 ? [eb('id', 'in', ids)] : []),
        ...(orDefault ? [eb('is_default', '=', true)] : []),
      ]),
    )
    .execute()
  return rows.map((row) => ({ ...visualSignature(row), picture: row.image }))
}

type NamedVisualContent = VisualContent & { readonly alias: string }

export async function insert(
  tx: Transaction,
  accountId: string,
  saved: NamedVisualContent & { readonly isDefault: boolean },
  now: Date,
): Promise<VisualSignature> {
  const row = await tx
    .insertInto('visual_signatures')
    .values({
      account_id: accountId,
      ...written(saved),
      is_default: saved.isDefault,
      created_at: now,
      updated_at: now,
    })
    .returning(columns)
    .executeTakeFirstOrThrow()
  return visualSignature({ ...row, has_picture: false })
}

export async function save(tx: Transaction, id: string, saved: NamedVisualContent, now: Date): Promise<void> {
  await tx
    .updateTable('visual_signatures')
    .set({ ...written(saved), updated_at: now })
    .where('id', '=', id)
    .execute()
}

/** Takes the default from whichever has it and gives it to this one. */
export async function makeDefault(tx: Transaction, accountId: string, id: string): Promise<void> {
  await noDefault(tx, accountId)
  await tx.updateTable('visual_signatures').set({ is_default: true }).where('id', '=', id).execute()
}

export async function noDefault(tx: Transaction, accountId: string): Promise<void> {
  await tx
    .updateTable('visual_signatures')
    .set({ is_default: false })
    .where('account_id', '=', accountId)
    .where('is_default', '=', true)
    .execute()
}

export async function savePicture(
  tx: Transaction,
  id: string,
  picture: { readonly image: Buffer | null; readonly kind: VisualSignature['kind'] },
  now: Date,
): Promise<void> {
  await tx
    .updateTable('visual_signatures')
    .set({ image: picture.image, kind: picture.kind, updated_at: now })
    .where('id', '=', id)
    .execute()
}

export async function remove(tx: Transaction, id: string): Promise<void> {
  await tx.deleteFrom('visual_signatures').where('id', '=', id).execute()
}

function written(saved: NamedVisualContent) {
  return {
    alias: saved.alias,
    kind: saved.kind,
    name: saved.name,
    optional_line: saved.optionalLine,
    location: saved.location,
    display_date: saved.displayDate,
    display_claim: saved.displayClaim,
    display_standards: saved.displayStandards,
    language: saved.language,
  }
}

function visualSignature(row: Row): VisualSignature {
  return {
    id: row.id,
    alias: row.alias,
    kind: row.kind,
    name: row.name,
    optionalLine: row.optional_line,
    location: row.location,
    displayDate: row.display_date,
    displayClaim: row.display_claim,
    displayStandards: row.display_standards,
    language: row.language as Language,
    isDefault: row.is_default,
    hasPicture: row.has_picture,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

export async function removeAll(tx: Transaction, accountId: string): Promise<void> {
  await tx.deleteFrom('visual_signatures').where('account_id', '=', accountId).execute()
}
