import type { SignatureRequest } from '@countersign/contract/signature-request-shapes.ts'

/** What taking a request from one's list means: each is another act. */
export type Removal = 'withdraws' | 'leaves' | 'deletes'

/** Null where one's own signature is still asked for, or nothing can be removed. */
export function removalOf({ status_overall, viewer }: SignatureRequest): Removal | null {
  if (viewer.role === 'owner' && status_overall === 'OPEN' && viewer.can.withdraw) return 'withdraws'
  if (viewer.can.delete) return 'deletes'
  return viewer.can.leave ? 'leaves' : null
}
