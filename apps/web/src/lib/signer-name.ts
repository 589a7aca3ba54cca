import type { Signature } from '@countersign/contract/signature-request-shapes.ts'

/** The name a signer was asked by, else the e-mail; of a group that nobody has acted for, its own. */
export function nameOf({
  signer_identity_data: of,
  signer_group: group,
}: Pick<Signature, 'signer_identity_data' | 'signer_group'>): string {
  return [of.first_name, of.last_name].filter(Boolean).join(' ') || of.email_address || (group?.name ?? '')
}
