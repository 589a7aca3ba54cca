import type { Legislation } from '@countersign/contract/values.ts'
import type { Reader } from '#api/platform/db/transaction.ts'
import {
  listProvenOfAccount,
  listProvenOfGuest,
} from '#api/signing/identifications/proof/verified-identity-repository.ts'

/** Who someone is, as an identification that succeeded has proved it. */
export interface VerifiedIdentity {
  readonly identificationId: string
  /** Of the qualified signature it opens: srs proves for EIDAS, intrum for ZERTES. */
  readonly legislation: Legislation
  /** The level it enables: verification at a lower level doesn't enable a qualified signature. */
  readonly level: 'QES' | 'AES'
  readonly givenName: string
  readonly surname: string
  /** Two letters; null where it proved none. */
  readonly country: string | null
  /** E.164; the number the approval is bound to. Null where it proved none. */
  readonly mobile: string | null
  /** Of the means of approval, as it was at the identification. */
  readonly approvalSerialNumber: string | null
  readonly validUntil: Date
  /** The trust service's terms of use: by the account, or by a guest for this signature. */
  readonly termsAccepted: boolean
}

/** Whose identifications: an account's, or those made for one signature of a guest. */
export type IdentifiedPerson =
  | { readonly accountId: string }
  | { readonly requestId: string; readonly signatureId: string; readonly memberId?: string | null }

/**
 * The identifications of this person that succeeded, the newest first; those that ran out are among them, those whose
 * means of approval has changed are not.
 */
export async function findProvenIdentities(
  db: Reader,
  person: IdentifiedPerson,
): Promise<readonly VerifiedIdentity[]> {
  if ('accountId' in person) return listProvenOfAccount(db, person.accountId)
  const { requestId, signatureId, memberId = null } = person
  return listProvenOfGuest(db, { requestId, signatureId, memberId })
}
