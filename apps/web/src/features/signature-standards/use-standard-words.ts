import { useLingui } from '@lingui/react/macro'
import type { QualityHurdle } from '@countersign/contract/accounts.ts'
import type { Quality } from '@countersign/contract/values.ts'
import { paths } from '#web/lib/paths.ts'
import type { Legislation } from './standards.ts'

const identificationPages = { ZERTES: 'zertes', EIDAS: 'eidas' } as const

/** Each quality's name and, in one sentence, its legal weight; each hurdle's name and the way over it. */
export function useStandardWords() {
  const { t } = useLingui()
  const names: Record<Quality, string> = {
    DEMO: t`Demonstration`,
    SES: t`Simple electronic signature (SES)`,
    AES: t`Advanced electronic signature (AES)`,
    AES_MINIMAL: t`Advanced signature, qualified where possible`,
    QES: t`Qualified electronic signature (QES)`,
    PART11: t`Signature on regulated records (Part 11)`,
  }
  const weights: Record<Exclude<Quality, 'QES'>, string> = {
    DEMO: t`For trying out: it has no legal effect.`,
    SES: t`Enough for agreements that the law asks no form for; your email and the protocol are the evidence.`,
    AES: t`Bound to you and to the unchanged document: strong evidence in court, but not the same as handwriting.`,
    AES_MINIMAL: t`Qualified if you can sign so, otherwise advanced.`,
    PART11: t`For records under the rules of the FDA: name, reason and time stand on the page.`,
  }
  const qualified: Record<Legislation, string> = {
    ZERTES: t`Counts as a handwritten signature in Switzerland.`,
    EIDAS: t`Counts as a handwritten signature in the European Union.`,
  }
  const legislations: Record<Legislation, string> = {
    ZERTES: t`Swiss law (ZertES)`,
    EIDAS: t`European law (eIDAS)`,
  }
  const anyQualified = t`Counts as a handwritten signature in Switzerland or in the European Union.`
  const hurdles: Record<QualityHurdle, string> = {
    email: t`Your email is not confirmed yet.`,
    name: t`Your first and last name are missing.`,
    identification: t`Your identity has not been checked yet.`,
    mobile: t`A mobile number is missing.`,
    terms: t`The terms of the trust service have not been accepted yet.`,
    business: t`Only in a business that has it turned on.`,
    not_offered: t`Not set up on this installation.`,
  }
  return {
    name: (quality: Quality) => names[quality],
    weight: (quality: Quality, legislation: Legislation | null) =>
      quality === 'QES' ? (legislation ? qualified[legislation] : anyQualified) : weights[quality],
    legislation: (legislation: Legislation) => legislations[legislation],
    hurdle: (hurdle: QualityHurdle) => hurdles[hurdle],
    wayOver: (hurdle: QualityHurdle, legislation: Legislation | null) => {
      const ways: Partial<Record<QualityHurdle, { to: string; label: string }>> = {
        name: { to: paths.profile(), label: t`Add my name` },
        email: { to: paths.profile(), label: t`Confirm email` },
        identification: {
          to: paths.signatureStandards(legislation === null ? 'update' : identificationPages[legislation]),
          label: t`See how to be identified`,
        },
        terms: { to: paths.signatureStandards('status'), label: t`Read and accept the terms` },
        mobile: { to: paths.signatureStandards('mobile-id'), label: t`Add a mobile number` },
      }
      return ways[hurdle]
    },
  }
}
