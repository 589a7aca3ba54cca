import type { Statistics } from '@countersign/contract/activity.ts'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { formatNumber } from '#web/lib/language/format.ts'
import { paths } from '#web/lib/paths.ts'
import type { PeriodChoice } from '#web/lib/language/period.ts'
import { AppLink } from '#web/ui/app-link.tsx'
import { formatDuration } from './duration.ts'
import { signatureList } from './links.ts'

/** What one wants to know first, each leading to what is behind it. */
export function KeyFigures({ data, period }: { data: Statistics; period: PeriodChoice }) {
  const { i18n } = useLingui()
  const signed = data.signatures.reduce((sum, { total }) => sum + total, 0)
  const number = (value: number) => formatNumber(value, i18n.locale)
  const median = data.time_to_complete.median_seconds
  const { total, admins, invited } = data.members
  return (
    <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,9rem),1fr))] gap-3 md:grid-cols-4">
      <Figure name={<Trans>Signatures</Trans>} value={number(signed)}>
        <More to={signatureList(period)}>
          <Trans>View list</Trans>
        </More>
      </Figure>
      <Figure name={<Trans>Requests completed</Trans>} value={number(data.requests.completed)}>
        {median === null ? (
          <Trans>None in this period</Trans>
        ) : (
          <Trans>Median: {formatDuration(median, i18n.locale)}</Trans>
        )}
      </Figure>
      <Figure name={<Trans>Open now</Trans>} value={number(data.requests.open)}>
        <Plural
          value={data.requests.due_soon}
          _0="None expires within 7 days"
          one="# expires within 7 days"
          other="# expire within 7 days"
        />
      </Figure>
      <Figure name={<Trans>People</Trans>} value={number(total)}>
        <More to={paths.businessMembers()}>
          <Plural value={admins} one="# admin" other="# admins" />
          {invited > 0 && (
            <>
              {', '}
              <Plural value={invited} one="# invited" other="# invited" />
            </>
          )}
        </More>
      </Figure>
    </dl>
  )
}

function Figure({ name, value, children }: { name: ReactNode; value: string; children: ReactNode }) {
  return (
    <div className="rounded-sheet border border-line bg-sheet p-4">
      <dt className="text-sm text-ink-secondary">{name}</dt>
      <dd className="mt-1 text-xl font-semibold tabular-nums">{value}</dd>
      <dd className="mt-1 text-sm text-ink-secondary">{children}</dd>
    </div>
  )
}

function More({ to, children }: { to: string; children: ReactNode }) {
  return (
    <AppLink to={to} className="-my-2.5 inline-block py-2.5 text-accent underline md:-my-1 md:py-1">
      {children}
    </AppLink>
  )
}
