import type { BillingPreview, PreviewLine } from '@countersign/contract/billing-shapes.ts'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { formatDate } from '#web/lib/language/format.ts'
import { classNames } from '#web/ui/class-names.ts'
import { Notice } from '#web/ui/notices/notice.tsx'
import { formatMoney } from '../money.ts'
import { usePlanName } from '../plans/use-plan-words.tsx'

/** What is due: line by line, then the discount, the tax, today's total and that of the next period. */
export function PreviewLines({ preview, stale }: { preview: BillingPreview; stale: boolean }) {
  const { t, i18n } = useLingui()
  const { currency, dueToday, lines, nextPeriod, applies } = preview
  const money = (amount: number) => formatMoney(amount, currency, i18n.locale)
  const day = formatDate(nextPeriod.at, i18n.locale)
  return (
    <div aria-busy={stale} className={classNames('flex flex-col gap-3', stale && 'opacity-60')}>
      <ul aria-label={t`Price breakdown`} className="flex flex-col gap-2">
        {lines.map((line) => (
          <li
            key={`${line.description} ${line.amount} ${line.startAt}`}
            className="flex justify-between gap-4"
          >
            <span className="min-w-0">
              <span className="block wrap-anywhere">
                <What line={line} />
              </span>
              <span className="block text-sm text-ink-secondary">
                {formatDate(line.startAt, i18n.locale)} – {formatDate(line.endAt, i18n.locale)}
              </span>
            </span>
            <span className="whitespace-nowrap tabular-nums">{money(line.amount)}</span>
          </li>
        ))}
      </ul>
      <dl className="flex flex-col gap-1 border-t border-line pt-3">
        {dueToday.discount > 0 && <Sum name={<Trans>Discount</Trans>} amount={money(-dueToday.discount)} />}
        {dueToday.tax !== 0 && <Sum name={<Trans>Tax</Trans>} amount={money(dueToday.tax)} />}
        <Sum strong name={<Trans>Due today</Trans>} amount={money(dueToday.total)} />
        <Sum name={<Trans>Due on {day}</Trans>} amount={money(nextPeriod.total)} />
      </dl>
      {applies === 'next_period' && (
        <Notice kind="info">
          <Trans>The change applies from {day}. Until then everything stays as it is.</Trans>
        </Notice>
      )}
    </div>
  )
}

function Sum({ name, amount, strong }: { name: ReactNode; amount: string; strong?: boolean }) {
  return (
    <div
      className={classNames(
        'flex justify-between gap-4',
        strong ? 'text-lg font-semibold' : 'text-ink-secondary',
      )}
    >
      <dt>{name}</dt>
      <dd className="whitespace-nowrap tabular-nums">{amount}</dd>
    </div>
  )
}

/** Of a plan in the reader's words: the provider's are English, or the key of a price. */
function What({ line: { plan, amount, proration, quantity, description } }: { line: PreviewLine }) {
  const nameOf = usePlanName()
  if (plan === null) return description
  const name = nameOf(plan)
  if (amount < 0) return <Trans>{name}: credit for the unused time</Trans>
  return (
    <>
      {proration ? <Trans>{name}: rest of the period</Trans> : name}
      {quantity !== null && (
        <>
          {' · '}
          <Plural value={quantity} one="# seat" other="# seats" />
        </>
      )}
    </>
  )
}
