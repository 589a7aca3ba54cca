import { useLingui } from '@lingui/react/macro'
import type { UnmetRequirement } from '@countersign/contract/accounts.ts'
import type { Quality, Legislation } from '@countersign/contract/values.ts'
import { paths } from '#web/lib/paths.ts'

const identificationPages = { ZERTES: 'zertes', EIDAS: 'eidas' } as const

/** Each quality's name and, in one sentence, its legal effect; each requirement's name and how to meet it. */
export function useQualityWords() {
  const { t } = useLingui()
  const names: Record<Quality, string> = {
    DEMO: t`Demo`,
    SES: t`Simple electronic signature (SES)`,
    AES: t`Advanced electronic signature (AES)`,
    AES_MINIMAL: t`Advanced signature, qualified where possible`,
    QES: t`Qualified electronic signature (QES)`,
    PART11: t`Signature on regulated records (Part 11)`,
  }
  const legalEffects: Record<Exclude<Quality, 'QES'>, string> = {
    DEMO: t`For testing. No legal effect.`,
    SES: t`For everyday agreements with no legal form requirement. Evidence: email address and audit trail.`,
    AES: t`Linked to you and tamper-evident. Strong evidence in court, but not equivalent to a handwritten signature.`,
    AES_MINIMAL: t`Qualified if available to you, otherwise advanced.`,
    PART11: t`For records under FDA rules. Name, reason and time appear on the page.`,
  }
  const qualified: Record<Legislation, string> = {
    ZERTES: t`Equivalent to a handwritten signature in Switzerland.`,
    EIDAS: t`Equivalent to a handwritten signature in the European Union.`,
  }
  const legislations: Record<Legislation, string> = {
    ZERTES: t`Swiss law (ZertES)`,
    EIDAS: t`European law (eIDAS)`,
  }
  const anyQualified = t`Equivalent to a handwritten signature in Switzerland or in the European Union.`
  const unmet: Record<UnmetRequirement, string> = {
    email: t`Your email isn’t confirmed yet.`,
    name: t`Your first and last name are missing.`,
    identification: t`Your identity hasn’t been verified yet.`,
    mobile: t`A mobile number is missing.`,
    terms: t`The trust service’s terms haven’t been accepted yet.`,
    business: t`Only if your business has turned it on.`,
    not_offered: t`Not set up on this installation.`,
  }
  return {
    name: (quality: Quality) => names[quality],
    legalEffect: (quality: Quality, legislation: Legislation | null) =>
      quality === 'QES' ? (legislation ? qualified[legislation] : anyQualified) : legalEffects[quality],
    legislation: (legislation: Legislation) => legislations[legislation],
    requirement: (requirement: UnmetRequirement) => unmet[requirement],
    linkFor: (requirement: UnmetRequirement, legislation: Legislation | null) => {
      const links: Partial<Record<UnmetRequirement, { to: string; label: string }>> = {
        name: { to: paths.profile(), label: t`Add my name` },
        email: { to: paths.profile(), label: t`Confirm email` },
        identification: {
          to: paths.qualities(legislation === null ? 'update' : identificationPages[legislation]),
          label: t`Verify your identity`,
        },
        terms: { to: paths.qualities('status'), label: t`Review and accept terms` },
        mobile: { to: paths.qualities('mobile-id'), label: t`Add a mobile number` },
      }
      return links[requirement]
    },
  }
}
