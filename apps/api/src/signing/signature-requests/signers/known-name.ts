import { isPlainName } from '@countersign/contract/plain-name.ts'
import type { Participant } from '#api/platform/actor.ts'
import { nameGivenTo, type Signature } from '../signature-request.ts'

/**
 * The name under which this person signs, before a certificate says otherwise: an account's own, a guest's as the sender named them
 * or they have said. Null where there is none: an email address is no name.
 */
export function knownName(
  actor: Participant,
  signature: Pick<Signature, 'firstName' | 'lastName'>,
): string | null {
  const known = actor.kind === 'account' ? actor.name : nameGivenTo(signature)
  return isPlainName(known) ? known : null
}
