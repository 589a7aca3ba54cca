import type { Signature } from '@countersign/contract/signature-request-shapes.ts'

/**
 * The name a signature was made under, else the one the signer was asked by, else the email; of a group for which
 * nobody has signed or declined, its own.
 */
export function nameOf({
  signed_name: signedName,
  signer_identity_data: of,
  signer_group: group,
}: Pick<Signature, 'signer_identity_data' | 'signer_group'> &
  Partial<Pick<Signature, 'signed_name'>>): string {
  const name = signedName || [of.first_name, of.last_name].filter(Boolean).join(' ')
  return name || of.email_address || (group?.name ?? '')
}
