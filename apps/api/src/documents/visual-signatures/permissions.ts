import type { VisualSignaturePermissions } from '@countersign/contract/account-shapes.ts'
import type { Reader } from '#api/platform/db/transaction.ts'
import type { Context } from '#api/providers/context.ts'

const free = { canUpdate: true, defaultValue: true }
/** Outside a business everybody chooses for themselves. */
export const freePermissions: VisualSignaturePermissions = { claim: free, date: free, std: free }

/** What visual signatures need of businesses, which are above them: `app/` passes it in. */
export interface VisualContext extends Context {
  /** Which parts of a visual signature this person may choose. */
  readonly findVisualPermissions: (db: Reader, accountId: string) => Promise<VisualSignaturePermissions>
}
