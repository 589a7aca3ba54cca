import type { Business } from '@countersign/contract/businesses.ts'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { formatDate } from '#web/lib/language/format.ts'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { RetryNotice } from '#web/ui/notices/retry-notice.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { referralQuery } from './billing-calls.ts'
import { formatMoney, formatPercent } from './money.ts'

/** The codes that lower the price, used and in force. */
export function DiscountsSection({ business: { billing, pricePlan } }: { business: Business }) {
  const { i18n } = useLingui()
  const discounts = pricePlan?.discounts ?? []
  if (discounts.length === 0) return null
  return (
    <Section id="discounts" title={<Trans>Discounts</Trans>}>
      <ul className="flex flex-col gap-2">
        {discounts.map(({ promoCode, status, expiresAt, percentOff, amountOff }) => {
          const off =
            percentOff !== null
              ? formatPercent(percentOff, i18n.locale)
              : formatMoney(amountOff ?? 0, billing?.currency ?? 'CHF', i18n.locale)
          const day = expiresAt && formatDate(expiresAt, i18n.locale)
          return (
            <li key={promoCode} className="flex flex-wrap justify-between gap-x-4">
              <span className="wrap-anywhere">
                <Trans>
                  {promoCode}: {off} off
                </Trans>
              </span>
              <span className="text-ink-secondary">
                {status === 'USED_UP' ? (
                  <Trans>Used up</Trans>
                ) : day ? (
                  <Trans>Until {day}</Trans>
                ) : (
                  <Trans>Active</Trans>
                )}
              </span>
            </li>
          )
        })}
      </ul>
    </Section>
  )
}

/** The code by which the business recommends the product. */
export function ReferralSection({ business }: { business: Business }) {
  const { i18n } = useLingui()
  const referral = useQuery(referralQuery(business.id))
  const percent = referral.data ? formatPercent(referral.data.percentOff, i18n.locale) : ''
  return (
    <Section
      id="referral"
      title={<Trans>Referral code</Trans>}
      intro={
        referral.data ? (
          <Trans>Businesses that use your code get {percent} off their first plan.</Trans>
        ) : undefined
      }
    >
      {referral.isPending ? (
        <Skeleton className="h-12" />
      ) : referral.isError ? (
        <RetryNotice failure={referral.error} onRetry={() => void referral.refetch()} />
      ) : (
        <div className="flex flex-col gap-3">
          <div className="flex flex-wrap items-center gap-3">
            <code className="rounded bg-hover px-3 py-2 text-lg font-semibold tracking-wide">
              {referral.data.code}
            </code>
            <CopyButton text={referral.data.code} />
            <span className="text-ink-secondary">
              <Plural value={referral.data.used} _0="Not used yet" one="Used once" other="Used # times" />
            </span>
          </div>
          <div className="flex flex-wrap items-center gap-3">
            <span className="wrap-anywhere text-ink-secondary">{referral.data.url}</span>
            <CopyButton text={referral.data.url} />
          </div>
        </div>
      )}
    </Section>
  )
}
