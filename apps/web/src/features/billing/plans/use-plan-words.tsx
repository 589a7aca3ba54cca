import type { CountedQuality, IncludedSignatures, OfferedPlan } from '@countersign/contract/billing-shapes.ts'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { formatNumber } from '#web/lib/language/format.ts'

export const countedQualities = ['ses', 'aes', 'qes', 'seal'] as const satisfies readonly CountedQuality[]

export function useQualityName(): (quality: CountedQuality) => string {
  const { t } = useLingui()
  return (quality) =>
    ({
      ses: t`Simple signatures (SES)`,
      aes: t`Advanced signatures (AES)`,
      qes: t`Qualified signatures (QES)`,
      seal: t`Seals`,
    })[quality]
}

/** The name of a plan, by its name or its type. */
export function usePlanName(): (plan: string) => string {
  const { t } = useLingui()
  const names: Record<string, string> = {
    trial: t`Trial`,
    individual: t`Individual`,
    team: t`Team`,
    pro: t`Pro`,
    scale: t`Scale`,
    enterprise: t`Enterprise`,
    canceled: t`Plan cancelled`,
  }
  return (plan) => names[plan.toLowerCase()] ?? plan
}

/** What is included for each seat and month, one line for each signature level. */
export function useIncludedWords() {
  const { t, i18n } = useLingui()
  const nameOf = useQualityName()
  return (included: IncludedSignatures, chargesExtra: boolean): string[] =>
    countedQualities.flatMap((quality) => {
      const name = nameOf(quality)
      const count = included[quality]
      if (count === null) return [t`${name}: unlimited`]
      const number = formatNumber(count, i18n.locale)
      if (count > 0) return [t`${name}: ${number} per seat per month`]
      return chargesExtra ? [t`${name}: charged per signature`] : []
    })
}

/** What a plan can do besides signing. */
export function useFeatureWords() {
  const { t } = useLingui()
  return ({ limits }: Pick<OfferedPlan, 'limits'>): string[] => [
    ...(limits.bulkSend ? [t`Bulk send`] : []),
    ...(limits.branding ? [t`Your logo on signing pages and in emails`] : []),
    ...(limits.retention ? [t`Auto-deletion rules`] : []),
    ...(limits.part11 ? [t`21 CFR Part 11`] : []),
    ...(limits.api ? [apiWords(limits.apiUsers, t`API with unlimited API users`)] : []),
    ...(limits.seals === null ? [t`Unlimited seals`] : sealWords(limits.seals)),
  ]
}

function apiWords(users: number | null, unlimited: string): string {
  return users === null
    ? unlimited
    : plural(users, { one: 'API with # API user', other: 'API with # API users' })
}

function sealWords(seals: number): string[] {
  return seals === 0 ? [] : [plural(seals, { one: '# electronic seal', other: '# electronic seals' })]
}
