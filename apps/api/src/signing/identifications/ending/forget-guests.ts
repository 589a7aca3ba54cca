import type { Transaction } from '#api/platform/db/transaction.ts'
import type { SignatureRequest } from '#api/signing/signature-requests/signature-request.ts'
import { appendIdentificationEvent } from '../progress/event-repository.ts'
import * as repository from '../repository.ts'
import { forgetAtProvider } from './remove-identification.ts'

type Signers = Pick<SignatureRequest, 'id' | 'signatures'>

/**
 * A guest's identification belongs to one request and is deleted with it, here and at the provider. Deleting the rows alone
 * would also delete the provider's reference.
 */
export async function forgetGuests(tx: Transaction, requestId: string, at: Date): Promise<void> {
  await forgetGuestsBut(tx, requestId, { signatureIds: [], memberIds: [] }, at)
}

/** The same of those who no longer sign after a change. */
export async function forgetRemovedGuests(
  tx: Transaction,
  before: Signers,
  after: Signers,
  at: Date,
): Promise<void> {
  const kept = idsOf(after)
  const had = idsOf(before)
  const everyone = new Set([...kept.signatureIds, ...kept.memberIds])
  if ([...had.signatureIds, ...had.memberIds].every((id) => everyone.has(id))) return
  await forgetGuestsBut(tx, before.id, kept, at)
}

function idsOf({ signatures }: Signers) {
  return {
    signatureIds: signatures.map(({ id }) => id),
    memberIds: signatures.flatMap(({ group }) => (group?.members ?? []).map(({ id }) => id)),
  }
}

async function forgetGuestsBut(
  tx: Transaction,
  requestId: string,
  kept: Parameters<typeof repository.removeOfGuests>[2],
  at: Date,
): Promise<void> {
  for (const one of await repository.removeOfGuests(tx, requestId, kept)) {
    await appendIdentificationEvent(tx, one.id, { type: 'forgotten', at })
    await forgetAtProvider(tx, one)
  }
}
