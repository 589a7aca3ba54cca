import { sql } from 'kysely'
import { prepared } from '#api/platform/db/statements/prepared.ts'
import type { FieldValue } from '#api/platform/values/signer-field.ts'
import type { Reader, Transaction } from '#api/platform/db/transaction.ts'

/** Whose input it is: of a signer group’s signature each member has their own. */
export interface SignerOfFields {
  readonly id: string
  readonly memberId: string | null
}

const personOf = ({ id, memberId }: SignerOfFields): string => memberId ?? id

export type Input = Readonly<Record<string, FieldValue>>

/** What the signer has saved so far, by field. */
export async function findInput(db: Reader, signer: SignerOfFields): Promise<Input> {
  const row = await db
    .selectFrom('field_inputs')
    .modifyFront(prepared)
    .select('input')
    .where('signature_id', '=', signer.id)
    .where('person_id', '=', personOf(signer))
    .executeTakeFirst()
  return row?.input ?? {}
}

export async function saveInput(
  tx: Transaction,
  signer: SignerOfFields,
  input: Input,
  at: Date,
): Promise<void> {
  const saved = JSON.stringify(input)
  await tx
    .insertInto('field_inputs')
    .values({ signature_id: signer.id, person_id: personOf(signer), input: saved, updated_at: at })
    .onConflict((conflict) =>
      conflict.columns(['signature_id', 'person_id']).doUpdateSet({ input: saved, updated_at: at }),
    )
    .execute()
}

/** Nothing is kept of what was filled in for these signatures, by nobody. True where there was something. */
export async function removeInputs(tx: Transaction, signatureIds: readonly string[]): Promise<boolean> {
  if (signatureIds.length === 0) return false
  const removed = await tx
    .deleteFrom('field_inputs')
    .where(sql<boolean>`signature_id = ANY(${[...signatureIds]}::uuid[])`)
    .returning('signature_id')
    .modifyEnd(prepared)
    .execute()
  return removed.length > 0
}

/** Of this one signer; of a signer group’s signature, of this member. */
export async function removeInput(tx: Transaction, signer: SignerOfFields): Promise<void> {
  await tx
    .deleteFrom('field_inputs')
    .where('signature_id', '=', signer.id)
    .where('person_id', '=', personOf(signer))
    .execute()
}
