import type { Legislation } from '@countersign/contract/values.ts'
import type { Context } from '#api/providers/context.ts'
import type { Transaction } from '#api/platform/db/transaction.ts'
import { appendIdentificationEvent } from '../progress/event-repository.ts'
import { findGuestEmail } from './open-requests-repository.ts'
import { holderKey } from '../identification.ts'
import * as repository from '../repository.ts'

type Signer =
  | { readonly accountId: string }
  | { readonly requestId: string; readonly signatureId: string; readonly memberId: string | null }

/**
 * The trust service found another means of approval than that of the identification (serial_number_mismatch): what was
 * proved under this law (null: under any) no longer counts, until the person is identified again.
 */
export async function markMeansChanged(
  context: Context,
  tx: Transaction,
  signer: Signer,
  legislation: Legislation | null,
): Promise<void> {
  const holder = await holderKeyOf(tx, signer)
  if (holder === null) return
  for (const id of await repository.markMeansChanged(tx, { holder, legislation, at: context.now() }))
    await appendIdentificationEvent(tx, id, { type: 'means_changed', at: context.now() })
}

async function holderKeyOf(tx: Transaction, signer: Signer): Promise<string | null> {
  if ('accountId' in signer) return `account:${signer.accountId}`
  const email = await findGuestEmail(tx, signer)
  return email === null ? null : holderKey({ kind: 'guest', ...signer, email })
}
