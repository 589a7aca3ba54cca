import { type Selectable } from 'kysely'
import type { Tables } from '#api/platform/db/tables.ts'
import type { Reader } from '#api/platform/db/transaction.ts'
import { retentionPeriod, type ValidationResult } from './validation.ts'

export type StoredValidation = Selectable<Tables['validations']>

export async function insert(
  db: Reader,
  given: ValidationResult & {
    readonly tokenHash: Buffer
    readonly name: string | null
    readonly sha256: string
    readonly size: number
    readonly now: Date
  },
): Promise<void> {
  await db
    .insertInto('validations')
    .values({
      token_hash: given.tokenHash,
      name: given.name,
      sha256: given.sha256,
      size: given.size,
      report: JSON.stringify(given.report),
      report_xml: given.xml,
      revisions: JSON.stringify(given.revisions),
      created_at: given.now,
    })
    .execute()
}

/** What is over is not there, whether the job that clears up has been there or not. */
export async function find(db: Reader, tokenHash: Buffer, now: Date): Promise<StoredValidation | null> {
  const row = await db
    .selectFrom('validations')
    .selectAll()
    .where('token_hash', '=', tokenHash)
    .where('created_at', '>', new Date(now.getTime() - retentionPeriod))
    .executeTakeFirst()
  return row ?? null
}

/** Bytes of all files that are kept: the same file is stored once, however often it is uploaded. */
export async function totalSize(db: Reader): Promise<number> {
  const row = await db
    .selectFrom(db.selectFrom('validations').select(['sha256', 'size']).distinct().as('file'))
    .select((eb) => eb.fn.sum<string | null>('size').as('size'))
    .executeTakeFirst()
  return Number(row?.size ?? 0)
}

export async function remove(db: Reader, id: string): Promise<void> {
  await db.deleteFrom('validations').where('id', '=', id).execute()
}

export async function removeOld(db: Reader, now: Date): Promise<void> {
  await db
    .deleteFrom('validations')
    .where('created_at', '<=', new Date(now.getTime() - retentionPeriod))
    .execute()
}

export async function isContentReferenced(db: Reader, sha256: string): Promise<boolean> {
  const found = await db
    .selectFrom('validations')
    .select('id')
    .where('sha256', '=', sha256)
    .limit(1)
    .execute()
  return found.length > 0
}
