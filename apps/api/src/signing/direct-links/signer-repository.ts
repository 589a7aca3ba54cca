import { toE164 } from '@countersign/contract/e164.ts'
import type { Language } from '@countersign/contract/values.ts'
import type { LinkActor } from '#api/platform/actor.ts'
import type { Reader } from '#api/platform/db/transaction.ts'

export interface Signer {
  readonly firstName: string | null
  readonly lastName: string | null
  readonly language: Language
  readonly timeZone: string | null
  /** E.164. */
  readonly mobile: string | null
}

/** A no-account signer has no row of their own: they are what the signature says. Null where it was removed. */
export async function findSignerRow(
  db: Reader,
  { signatureId, memberId }: Pick<LinkActor, 'signatureId' | 'memberId'>,
): Promise<Signer | null> {
  if (memberId) return findMember(db, memberId)
  const row = await db
    .selectFrom('signatures')
    .select(['first_name', 'last_name', 'language', 'time_zone', 'mobile'])
    .where('id', '=', signatureId)
    .executeTakeFirst()
  if (!row) return null
  return {
    firstName: row.first_name,
    lastName: row.last_name,
    language: row.language as Language,
    timeZone: row.time_zone,
    mobile: toE164(row.mobile ?? ''),
  }
}

/** Of a group the name of each is one piece. */
async function findMember(db: Reader, memberId: string): Promise<Signer | null> {
  const row = await db
    .selectFrom('signature_members')
    .select(['name', 'language', 'time_zone'])
    .where('id', '=', memberId)
    .executeTakeFirst()
  if (!row) return null
  const { name: firstName, time_zone: timeZone } = row
  return { firstName, lastName: null, language: row.language as Language, timeZone, mobile: null }
}
