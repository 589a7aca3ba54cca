import type { DeletionOutcome, SignatureRequest } from '@countersign/contract/signature-request-shapes.ts'

/**
 * What removing a request from the list comes to: each is a different action. Null where one's own signature is still asked
 * for, or nothing can be removed. Only a request that is read says so; until it is, what one may do has to suffice for the menu.
 */
export function removalOf({ viewer }: SignatureRequest): DeletionOutcome | null {
  const { can, deletion } = viewer
  if (deletion !== undefined) return deletion
  if (can.leave) return 'left'
  return can.delete ? 'deleted' : null
}
