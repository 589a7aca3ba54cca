import type { RespelledAddress } from '#api/platform/values/email-spellings.ts'
import { toE164 } from '@countersign/contract/e164.ts'
import { sql } from 'kysely'
import type { Reader, Transaction } from '#api/platform/db/transaction.ts'

/** A signer without an account, as their link names them. */
export interface SignerOfLink {
  readonly requestId: string
  readonly signatureId: string
  readonly memberId: string | null
  readonly email: string
}

/** The number that they gave on the signing page. */
export async function findSignerNumber(db: Reader, signer: SignerOfLink): Promise<string | null> {
  const row = await db
    .selectFrom('signer_numbers')
    .select('mobile')
    .where('request_id', '=', signer.requestId)
    .where('person_id', '=', signer.memberId ?? signer.signatureId)
    .where('email', '=', signer.email)
    .executeTakeFirst()
  return row ? toE164(row.mobile) : null
}

/** Each number that signers of a request gave, by the signature or member and the email. */
export async function listSignerNumbers(
  db: Reader,
  requestId: string,
): Promise<{ personId: string; email: string; mobile: string }[]> {
  return db
    .selectFrom('signer_numbers')
    .select(['person_id as personId', 'email', 'mobile'])
    .where('request_id', '=', requestId)
    .execute()
}

export async function saveSignerNumber(
  tx: Transaction,
  signer: SignerOfLink,
  mobile: string,
  at: Date,
): Promise<void> {
  await tx
    .insertInto('signer_numbers')
    .values({
      request_id: signer.requestId,
      person_id: signer.memberId ?? signer.signatureId,
      email: signer.email,
      mobile,
      given_at: at,
    })
    .onConflict((conflict) =>
      conflict.columns(['request_id', 'person_id', 'email']).doUpdateSet({ mobile, given_at: at }),
    )
    .execute()
}

/** Where there is a number for the canonical form, that one counts. */
export async function respell(
  tx: Transaction,
  requestId: string,
  { from, to }: RespelledAddress,
): Promise<void> {
  await sql`
    UPDATE signer_numbers n SET email = ${to} WHERE request_id = ${requestId} AND email = ${from}
      AND NOT EXISTS (SELECT FROM signer_numbers o
        WHERE o.request_id = ${requestId} AND o.person_id = n.person_id AND o.email = ${to})`.execute(tx)
}
