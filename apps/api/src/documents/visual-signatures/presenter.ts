import type { VisualSignaturePermissions } from '@countersign/contract/account-shapes.ts'
import type { VisualSignature as Presented } from '@countersign/contract/visual-signatures.ts'
import type { Account } from '#api/identity/accounts/account.ts'
import { placeholderIn, type VisualSignature, withinPermissions } from './visual-signature.ts'

/** What claim and standards speak of where there is no request: what the account signs with unless it is told otherwise. */
export function signsWith(account: Pick<Account, 'defaultQuality' | 'defaultLegislation'>) {
  return { quality: account.defaultQuality ?? 'SES', legislation: account.defaultLegislation } as const
}

/** What the business decides is shown as it holds, whatever was kept: so it can be sent back as it came. */
export function presentVisualSignature(
  visual: VisualSignature,
  account: Account,
  permissions: VisualSignaturePermissions,
): Presented {
  const { displayDate, displayClaim, displayStandards } = withinPermissions(visual, permissions)
  return {
    id: visual.id,
    alias: visual.alias,
    kind: visual.kind,
    name: visual.name,
    optionalLine: visual.optionalLine,
    location: visual.location,
    displayDate,
    displayClaim,
    displayStandards,
    language: visual.language,
    hasCustomImage: visual.hasPicture,
    default: visual.isDefault,
    ...signsWith(account),
    // No trust service beyond this installation's own is set up that could be named.
    provider: null,
    placeholder: placeholderIn(visual.language),
    createdAt: visual.createdAt.toISOString(),
    updatedAt: visual.updatedAt.toISOString(),
  }
}
