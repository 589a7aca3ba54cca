import type { Legislation } from '@countersign/contract/values.ts'
import type { SigningPartyRow, SigningQuality } from '#api/platform/db/tables.ts'

/** What has to be done before a signature is made. */
export type ApprovalKind = 'TAN' | 'REAUTHENTICATE' | 'SERVICE'

/** How one signature is made: at which level, by which trust service, in whose name, after which approval. */
export interface SigningPlan {
  readonly quality: SigningQuality
  readonly legislation: Legislation | null
  /** A name among `context.trustServices`. */
  readonly service: string
  /** Null: the service signs in its own name. */
  readonly party: SigningPartyRow | null
  /** Null: a click is enough. */
  readonly approval: ApprovalKind | null
  /** Where a TAN goes. */
  readonly destination?: { readonly channel: 'sms' | 'email'; readonly to: string } | undefined
}
