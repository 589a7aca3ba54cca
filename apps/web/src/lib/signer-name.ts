import type { Signature } from '@countersign/contract/signature-request-shapes.ts'

/** The name a signer was asked by, else the e-mail. */
export function nameOf({ signer_identity_data: of }: Pick<Signature, 'signer_identity_data'>): string {
  return [of.first_name, of.last_name].filter(Boolean).join(' ') || of.email_address
}
