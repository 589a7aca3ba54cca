import type { VisualSignature as Presented } from '@countersign/contract/visual-signatures.ts'
import type { Account } from '#api/accounts/account.ts'
import { placeholderIn, type VisualSignature } from './visual-signature.ts'

/** What claim and standards speak of where there is no request: what the account signs with unless it is told otherwise. */
export function signsWith(account: Pick<Account, 'defaultQuality' | 'defaultLegislation'>) {
  return { quality: account.defaultQuality ?? 'SES', legislation: account.defaultLegislation } as const
}

export function presentVisualSignature(visual: VisualSignature, account: Account): Presented {
  return {
    id: visual.id,
    alias: visual.alias,
    kind: visual.kind,
    name: visual.name,
    optionalLine: visual.optionalLine,
    location: visual.location,
    displayDate: visual.displayDate,
    displayClaim: visual.displayClaim,
    displayStandards: visual.displayStandards,
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
