import type { VisualSignaturePermissions } from '@countersign/contract/account-shapes.ts'

const free = { canUpdate: true, defaultValue: true }
/** Outside a business everybody chooses for themselves. */
export const visualSignaturePermissions: VisualSignaturePermissions = { claim: free, date: free, std: free }
