import { toE164 } from '@countersign/contract/phone.ts'
import type { Language } from '@countersign/contract/values.ts'
import type { LinkActor } from '#api/platform/actor.ts'
import type { Reader } from '#api/platform/db/transaction.ts'
import { findSignerNumber } from '#api/signing/signer-numbers/repository.ts'

export interface Signer {
  readonly firstName: string | null
  readonly lastName: string | null
  readonly language: Language
  /** E.164: the sender's, else the one that they gave themselves. */
  readonly mobile: string | null
}

/** A no-account signer has no row of their own: they are what the signature says. */
export async function findSigner(
  db: Reader,
  actor: Pick<LinkActor, 'requestId' | 'signatureId' | 'memberId' | 'email'>,
): Promise<Signer> {
  const { signatureId, memberId } = actor
  const own = await findSignerNumber(db, actor)
  if (memberId) return { ...(await findMember(db, memberId)), mobile: own }
  const row = await db
    .selectFrom('signatures')
    .select(['first_name', 'last_name', 'language', 'mobile'])
    .where('id', '=', signatureId)
    .executeTakeFirstOrThrow()
  return {
    firstName: row.first_name,
    lastName: row.last_name,
    language: row.language as Language,
    mobile: toE164(row.mobile ?? '') ?? own,
  }
}

/** Of a group the name of each is one piece. */
async function findMember(db: Reader, memberId: string): Promise<Omit<Signer, 'mobile'>> {
  const row = await db
    .selectFrom('signature_members')
    .select(['name', 'language'])
    .where('id', '=', memberId)
    .executeTakeFirstOrThrow()
  return { firstName: row.name, lastName: null, language: row.language as Language }
}
