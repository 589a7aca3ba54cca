import type { getUsage } from '@countersign/contract/usage.ts'
import type { OutputOf } from '@countersign/contract/endpoint.ts'
import type { Business } from '@countersign/contract/businesses.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { formatDate, formatNumber } from '#web/lib/language/format.ts'
import { classNames } from '#web/ui/class-names.ts'
import { ErrorState } from '#web/ui/notices/error-state.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { usageQuery } from '../billing-calls.ts'
import { UsageChart } from './usage-chart.tsx'
import { countedQualities, useQualityName } from '../plans/use-plan-words.tsx'

type Usage = OutputOf<typeof getUsage>

/** What was used of the plan this month, and over the last year. */
export function UsageSection({ business }: { business: Business }) {
  const { i18n } = useLingui()
  const usage = useQuery(usageQuery(business.id))
  const day = usage.data && formatDate(usage.data.period.endAt, i18n.locale)
  return (
    <Section
      id="usage"
      title={<Trans>Usage this month</Trans>}
      intro={day ? <Trans>The allowance resets on {day}.</Trans> : undefined}
    >
      {usage.isPending ? (
        <Skeleton className="h-72" />
      ) : usage.isError ? (
        <ErrorState failure={usage.error} onRetry={() => void usage.refetch()} />
      ) : (
        <>
          <Allowances signatures={usage.data.signatures} />
          <h3 className="mt-6 mb-2 font-semibold">
            <Trans>Last 12 months</Trans>
          </h3>
          <UsageChart months={usage.data.months} />
        </>
      )}
    </Section>
  )
}

function Allowances({ signatures }: Pick<Usage, 'signatures'>) {
  const nameOf = useQualityName()
  return (
    <ul className="grid gap-4 sm:grid-cols-2">
      {countedQualities.map((quality) => (
        <AllowanceBar key={quality} name={nameOf(quality)} {...signatures[quality]} />
      ))}
    </ul>
  )
}

type Allowance = Usage['signatures']['ses'] & { name: string }

function AllowanceBar({ name, included, used, extra }: Allowance) {
  const { i18n } = useLingui()
  const number = (value: number) => formatNumber(value, i18n.locale)
  const [usedText, includedText, extraText] = [number(used), number(included ?? 0), number(extra)]
  const part = included ? Math.min(used / included, 1) : 0
  return (
    <li>
      <p className="flex justify-between gap-3 text-sm">
        <span>{name}</span>
        <span className="whitespace-nowrap tabular-nums">
          {included === null ? (
            <Trans>{usedText} used</Trans>
          ) : (
            <Trans>
              {usedText} of {includedText}
            </Trans>
          )}
        </span>
      </p>
      {included !== null && (
        <svg
          aria-hidden="true"
          viewBox="0 0 100 6"
          preserveAspectRatio="none"
          className="mt-1 h-1.5 w-full bg-hover"
        >
          <rect
            width={part * 100}
            height={6}
            className={classNames(part >= 1 ? 'fill-waiting' : 'fill-accent')}
          />
        </svg>
      )}
      {extra > 0 && (
        <p className="mt-1 text-sm text-ink-secondary">
          <Trans>{extraText} beyond the allowance, charged per signature</Trans>
        </p>
      )}
    </li>
  )
}
