import { isPlainName } from '@countersign/contract/plain-name.ts'
import type { Participant } from '#api/platform/actor.ts'
import type { SigningPartyRow } from '#api/platform/db/tables.ts'
import { isSameName } from '#api/signing/identifications/identification.ts'
import { Refusal } from '#api/platform/refusal.ts'
import type { Signature } from '#api/signing/signature-requests/signature-request.ts'
import { knownName } from '#api/signing/signature-requests/signers/known-name.ts'

/**
 * The name that a signature is made under. The certificate's comes first: the page names no other. An account signs with its
 * own name, a guest as the sender named them, or as they say. An email address is no name: anyone who has none is asked.
 */
export function nameToSign(
  actor: Participant,
  signature: Pick<Signature, 'firstName' | 'lastName'>,
  submittedName: string | null,
  party: SigningPartyRow | null,
): string {
  const certified = party?.kind === 'person' ? `${party.givenName} ${party.surname}` : null
  const name = knownName(actor, signature) ?? certified
  if (name === null) return ownName(submittedName)
  return certified === null || isSameName(name, certified) ? name : certified
}

function ownName(submitted: string | null): string {
  if (submitted !== null && isPlainName(submitted)) return submitted
  throw new Refusal('signing.requirements_unmet', { requirements: ['name'] })
}
