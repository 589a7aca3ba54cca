import type { Transaction } from '#api/platform/db/transaction.ts'

export type IdentificationEventType =
  | 'begun'
  | 'moved'
  | 'succeeded'
  | 'failed'
  | 'removed'
  | 'forgotten'
  | 'means_changed'
  | 'name_taken_over'
  | 'terms_accepted'

export interface IdentificationEvent {
  readonly type: IdentificationEventType
  readonly at: Date
  /** Nothing of the person: this stays when the identification is forgotten. */
  readonly data?: Record<string, unknown>
  readonly deliveryId?: string | undefined
}

/** Adds to what became of an identification. False where the same delivery was added before. */
export async function appendIdentificationEvent(
  tx: Transaction,
  identificationId: string,
  { type, at, data = {}, deliveryId }: IdentificationEvent,
): Promise<boolean> {
  const added = await tx
    .insertInto('identification_events')
    .values({
      identification_id: identificationId,
      type,
      at,
      data: JSON.stringify(data),
      delivery_id: deliveryId ?? null,
    })
    .onConflict((conflict) => conflict.columns(['identification_id', 'delivery_id']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return added !== undefined
}
