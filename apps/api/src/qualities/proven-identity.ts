import type { Reader } from '#api/db/transaction.ts'

/** Who somebody is, as an identification that succeeded has proved it. */
export interface ProvenIdentity {
  readonly identificationId: string
  /** Of the qualified signature it opens: srs proves for EIDAS, intrum for ZERTES. */
  readonly legislation: 'ZERTES' | 'EIDAS'
  readonly givenName: string
  readonly surname: string
  /** Two letters; null where it proved none. */
  readonly country: string | null
  /** E.164; the number the approval is bound to. Null where it proved none. */
  readonly mobile: string | null
  /** Of the means of approval, as it was at the identification. */
  readonly approvalSerialNumber: string | null
  readonly validUntil: Date
  /** The trust service's terms of use, of a guest, who has no account that accepts them. */
  readonly termsAccepted: boolean
}

/** Whose identifications: an account's, or those made for one signature of a guest. */
export type IdentifiedPerson =
  | { readonly accountId: string }
  | { readonly requestId: string; readonly signatureId: string; readonly memberId?: string | null }

/** The identifications of this person that succeeded, the newest first; those that ran out are among them. */
export async function findProvenIdentities(
  _db: Reader,
  _person: IdentifiedPerson,
): Promise<readonly ProvenIdentity[]> {
  return []
}
