import type { SigningStatus } from '@countersign/contract/signature-request-shapes.ts'
import type { AccountActor } from '#api/platform/actor.ts'
import type { Context } from '#api/providers/context.ts'
import { type Proof, reauthenticate } from './reauthenticate.ts'
import { andWait, statusesOf } from '../statuses-of.ts'

/** Proves again who one is, and waits a moment for the signatures that are made then. */
export async function reauthenticateAndWait(
  context: Context,
  actor: AccountActor,
  id: string,
  proof: Proof,
): Promise<SigningStatus[]> {
  const prove = () => reauthenticate(context, actor, id, proof)
  await andWait(context, id, context.config.signingPatience, prove)
  return statusesOf(context, id, 'signer')
}
