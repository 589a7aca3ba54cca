import type { SignatureQualities, VisualSignaturePermissions } from '@countersign/contract/account-shapes.ts'
import type { QualityHurdle } from '@countersign/contract/accounts.ts'
import type { Account, Quality } from './account.ts'

/** What an account signs with: its e-mail is confirmed; the other qualities take an identification. */
export const signatureQualities: SignatureQualities = {
  demo: { any: true },
  ses: { any: true },
  aes: { any: false },
  aesMinimal: { eidas: false, zertes: false },
  qes: { eidas: false, zertes: false },
  seal: { aes: false, qes: false },
}

const free = { canUpdate: true, defaultValue: true }
/** Outside a business everybody chooses for themselves. */
export const visualSignaturePermissions: VisualSignaturePermissions = { claim: free, date: free, std: free }

export interface QualityDetail {
  readonly quality: Quality
  readonly legislation: 'ZERTES' | 'EIDAS' | null
  readonly available: boolean
  readonly hurdles: QualityHurdle[]
}

const legislations = ['ZERTES', 'EIDAS'] as const

/** What an account signs with now, and what each other quality still takes. */
export function qualityDetails(
  account: Pick<Account, 'mobile' | 'trustServiceTermsAcceptedAt'>,
): QualityDetail[] {
  // Every one of these takes who somebody is, a telephone for the approval, and the trust service's terms.
  const hurdles: QualityHurdle[] = [
    'identification',
    ...(account.mobile === null ? (['mobile'] as const) : []),
    ...(account.trustServiceTermsAcceptedAt === null ? (['terms'] as const) : []),
  ]
  return [
    detail('DEMO', null, []),
    detail('SES', null, []),
    ...(['AES', 'AES_MINIMAL', 'QES'] as const).flatMap((quality) =>
      legislations.map((legislation) => detail(quality, legislation, hurdles)),
    ),
    detail('PART11', null, ['business']),
  ]
}

/** May a signature of this quality be made without anything more? */
export function canSignWith(quality: Quality): boolean {
  return quality === 'DEMO' || quality === 'SES'
}

function detail(
  quality: Quality,
  legislation: QualityDetail['legislation'],
  hurdles: readonly QualityHurdle[],
): QualityDetail {
  return { quality, legislation, available: hurdles.length === 0, hurdles: [...hurdles] }
}
