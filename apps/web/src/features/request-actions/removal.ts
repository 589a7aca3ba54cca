import type { SignatureRequest } from '@countersign/contract/signature-request-shapes.ts'

/** What removing a request from the list means: each is a different action. */
export type Removal = 'withdraws' | 'leaves' | 'deletes'

/** Null where one's own signature is still asked for, or nothing can be removed. */
export function removalOf(request: SignatureRequest): Removal | null {
  const { can, role } = request.viewer
  if (role === 'owner' && request.status_overall === 'OPEN') return can.withdraw ? 'withdraws' : null
  if (!can.delete && !can.leave) return null
  return othersMayHaveIt(request) ? 'leaves' : 'deletes'
}

/** Someone else with an account had it once. Whether they left is not told. */
function othersMayHaveIt({ status_overall, viewer, signatures, observers }: SignatureRequest): boolean {
  if (status_overall === 'DRAFT') return false
  if (viewer.role !== 'owner') return true
  const hasAccount = signatures.some((one) => one.has_account && !one.is_viewer)
  return hasAccount || observers.some((one) => !one.is_viewer)
}
