import type { Reader, Transaction } from '#api/platform/db/transaction.ts'
import type { Context } from '#api/providers/context.ts'

export interface OwnedContent {
  readonly requests: number
  readonly drafts: number
  readonly open: number
  readonly templates: number
  readonly groups: number
  readonly seals: number
}

export interface OwnershipTransfer {
  readonly from: string
  readonly to: string
  /** What was made before is not transferred. */
  readonly since: Date
  readonly at: Date
}

/** What removing a member needs of signing, which is above it: `app/` passes it in. */
export interface MembersContext extends Context {
  /** What a member has made or taken over since they joined, and the seals they have a right on. */
  readonly countOwnedContent: (
    db: Reader,
    member: { readonly accountId: string; readonly joinedAt: Date },
  ) => Promise<OwnedContent>
  /** Transfers templates, signer groups and bulk sends to another member. */
  readonly transferOwnedContent: (tx: Transaction, order: OwnershipTransfer) => Promise<void>
}
