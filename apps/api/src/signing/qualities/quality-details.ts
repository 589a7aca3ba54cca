import type { Legislation, Quality } from '@countersign/contract/values.ts'
import type { SignatureQualities } from '@countersign/contract/account-shapes.ts'
import type { UnmetRequirement } from '@countersign/contract/accounts.ts'
import type { Account } from '#api/identity/accounts/account.ts'
import type { Context } from '#api/providers/context.ts'
import type { Reader } from '#api/platform/db/transaction.ts'
import { findSealQualities } from '#api/business/seals/find-seal-qualities.ts'
import { aboveSimple } from './above-simple.ts'
import { legislations, type Offer, resolveQuality, type Signer } from './quality.ts'
import { readAccountSigner } from './read-signer.ts'

export interface QualityDetail {
  readonly quality: Quality
  readonly legislation: Legislation | null
  readonly available: boolean
  readonly unmet: UnmetRequirement[]
}

export interface Qualities {
  readonly highest: 'demo' | 'ses' | 'aes' | 'qes'
  readonly signatureQualities: SignatureQualities
  readonly details: QualityDetail[]
}

/** What an account signs with now, and what each other quality still takes. */
export async function readQualities(context: Context, account: Account): Promise<Qualities> {
  const signer = await readAccountSigner(context.db, account)
  const details = detailsOf(signer, context.trustServices, context.now())
  const seal = await findSealQualities(context.db, account.id)
  const signatureQualities = signatureQualitiesOf(details, seal)
  return { highest: highestOf(signatureQualities, account.defaultQuality), signatureQualities, details }
}

/** Could this account sign so, under any law, as it stands? */
export async function canSignWith(
  context: Context,
  db: Reader,
  account: Account,
  quality: Quality,
): Promise<boolean> {
  const details = detailsOf(await readAccountSigner(db, account), context.trustServices, context.now())
  return details.some((one) => one.quality === quality && one.available)
}

export function detailsOf(signer: Signer, offer: Offer, now: Date): QualityDetail[] {
  const choices = [
    ...(['DEMO', 'SES'] as const).map((quality) => ({ quality, legislation: null })),
    ...aboveSimple.flatMap((quality) => legislations.map((legislation) => ({ quality, legislation }))),
    { quality: 'PART11', legislation: null } as const,
  ]
  return choices.map((one) => {
    const { unmet } = resolveQuality(one, signer, offer, now)
    return { ...one, available: unmet.length === 0, unmet: [...unmet] }
  })
}

/** The same as `User` has it. An account is only ever made from a confirmed address, so the first two are open. */
export function signatureQualitiesOf(
  details: readonly QualityDetail[],
  seal: SignatureQualities['seal'],
): SignatureQualities {
  const has = (quality: Quality, legislation?: Legislation) =>
    details.some(
      (one) => one.available && one.quality === quality && (!legislation || one.legislation === legislation),
    )
  const byLaw = (quality: Quality) => ({ eidas: has(quality, 'EIDAS'), zertes: has(quality, 'ZERTES') })
  return {
    demo: { any: has('DEMO') },
    ses: { any: has('SES') },
    aes: { any: has('AES') },
    aesMinimal: byLaw('AES_MINIMAL'),
    qes: byLaw('QES'),
    seal,
  }
}

/** In the order qes (or demo, where that is what the account signs with), aes, ses. */
export function highestOf(
  qualities: SignatureQualities,
  chosen: Account['defaultQuality'],
): 'demo' | 'ses' | 'aes' | 'qes' {
  if (chosen === 'DEMO') return 'demo'
  if (qualities.qes.eidas || qualities.qes.zertes) return 'qes'
  return qualities.aes.any ? 'aes' : 'ses'
}
