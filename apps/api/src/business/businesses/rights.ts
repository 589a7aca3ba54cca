import type { VisualSignaturePermissions } from '@countersign/contract/account-shapes.ts'
import { presentPermissions } from './presenter.ts'
import { findMembership } from './repository.ts'
import type { Reader } from '#api/platform/db/transaction.ts'
import { freePermissions } from '#api/documents/visual-signatures/permissions.ts'

/** Which parts of a visual signature are this person's to choose: in a business, as its admins have it. */
export async function findVisualPermissions(
  db: Reader,
  accountId: string,
): Promise<VisualSignaturePermissions> {
  const membership = await findMembership(db, accountId)
  return membership ? presentPermissions(membership.business.settings.visualSignatures) : freePermissions
}
