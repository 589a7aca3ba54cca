import type { SignatureQualities, VisualSignaturePermissions } from '@countersign/contract/account-shapes.ts'

/** What an account signs with: its e-mail is confirmed; the other qualities take an identification. */
export const signatureQualities: SignatureQualities = {
  demo: { any: true },
  ses: { any: true },
  aes: { any: false },
  aesMinimal: { eidas: false, zertes: false },
  qes: { eidas: false, zertes: false },
  seal: { aes: false, qes: false },
}

const free = { canUpdate: true, defaultValue: true }
/** Outside a business everybody chooses for themselves. */
export const visualSignaturePermissions: VisualSignaturePermissions = { claim: free, date: free, std: free }
