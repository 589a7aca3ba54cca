import type { LinkActor } from '#api/platform/actor.ts'
import type { Reader } from '#api/platform/db/transaction.ts'
import { Refusal } from '#api/platform/refusal.ts'
import { findSignerNumber } from '#api/signing/signer-numbers/repository.ts'
import { findSignerRow, type Signer } from './signer-repository.ts'

/** A no-account signer. Their mobile number is the sender's, else the one that they gave themselves. */
export async function findSigner(
  db: Reader,
  actor: Pick<LinkActor, 'requestId' | 'signatureId' | 'memberId' | 'email'>,
): Promise<Signer> {
  const own = await findSignerNumber(db, actor)
  const signer = await findSignerRow(db, actor)
  // Removed since the link was read.
  if (!signer) throw new Refusal('auth.link_invalid')
  return { ...signer, mobile: signer.mobile ?? own }
}
