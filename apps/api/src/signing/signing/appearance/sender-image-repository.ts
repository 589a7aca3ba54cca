import type { RespelledAddress } from '#api/platform/values/email-spellings.ts'
import type { Reader, Transaction } from '#api/platform/db/transaction.ts'

/** An image that the sender provides for a signature in a document. */
export interface SenderImage {
  readonly signatureId: string
  readonly documentId: string
  /** Whose signature it shows. */
  readonly email: string
  readonly png: Buffer
}

/** Of these signatures, by what they are asked of: one that was delegated since has none. */
export async function listSenderImages(
  db: Reader,
  signatureIds: readonly string[],
): Promise<Omit<SenderImage, 'email'>[]> {
  if (signatureIds.length === 0) return []
  const rows = await db
    .selectFrom('signature_images as i')
    .innerJoin('signatures as s', (join) =>
      join.onRef('s.id', '=', 'i.signature_id').onRef('s.email', '=', 'i.email'),
    )
    .select(['i.signature_id', 'i.document_id', 'i.png'])
    .where('i.signature_id', 'in', signatureIds)
    .execute()
  return rows.map((row) => ({ signatureId: row.signature_id, documentId: row.document_id, png: row.png }))
}

/** In place of those that are there for the same signatures and documents; null removes one. */
export async function saveSenderImages(
  tx: Transaction,
  images: readonly (Omit<SenderImage, 'png'> & { readonly png: Buffer | null })[],
): Promise<void> {
  for (const { signatureId, documentId, email, png } of images) {
    await tx
      .deleteFrom('signature_images')
      .where('signature_id', '=', signatureId)
      .where('document_id', '=', documentId)
      .execute()
    if (png)
      await tx
        .insertInto('signature_images')
        .values({ signature_id: signatureId, document_id: documentId, email, png })
        .execute()
  }
}

/** Those of a request whose content is deleted. */
export async function forgetSenderImages(tx: Transaction, requestId: string): Promise<void> {
  await tx
    .deleteFrom('signature_images')
    .where('signature_id', 'in', (eb) =>
      eb.selectFrom('signatures').select('id').where('request_id', '=', requestId),
    )
    .execute()
}

export async function respell(
  tx: Transaction,
  requestId: string,
  { from, to }: RespelledAddress,
): Promise<void> {
  await tx
    .updateTable('signature_images')
    .set({ email: to })
    .where('email', '=', from)
    .where('signature_id', 'in', (eb) =>
      eb.selectFrom('signatures').select('id').where('request_id', '=', requestId),
    )
    .execute()
}
