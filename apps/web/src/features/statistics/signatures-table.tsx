import type { Statistics } from '@countersign/contract/activity.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { formatNumber } from '#web/lib/language/format.ts'
import { AppLink } from '#web/ui/app-link.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { qualitiesIn } from './columns.ts'
import { signatureList } from './links.ts'
import { fullStep } from './step-names.ts'
import { useQualityLook } from './use-quality-look.ts'

interface SignaturesTableProps extends Pick<Statistics, 'signatures' | 'step'> {
  /** Seen too, not only read out: then its days lead to their list. */
  isShown: boolean
}

const cell = 'px-3 py-1.5 text-right tabular-nums'

/** The columns of the chart, a line each. */
export function SignaturesTable({ signatures, step, isShown }: SignaturesTableProps) {
  const { t, i18n } = useLingui()
  const look = useQualityLook()
  const qualities = qualitiesIn(signatures).map(({ quality }) => quality)
  const headings = { day: t`Day`, week: t`Week from`, month: t`Month` }
  const number = (value: number) => formatNumber(value, i18n.locale)
  return (
    <div
      role="region"
      aria-label={t`Signatures over time, as a table`}
      // What scrolls sideways has to be reached by keyboard.
      tabIndex={isShown ? 0 : undefined}
      className={classNames('max-w-full rounded border border-line', isShown && 'overflow-x-auto')}
    >
      <table className="w-full text-sm">
        <thead>
          <tr className="text-ink-secondary">
            <th scope="col" className="px-3 py-1.5 text-left font-medium">
              {headings[step]}
            </th>
            {qualities.map((quality) => (
              <th key={quality} scope="col" className={`${cell} font-medium`}>
                {look(quality).name}
              </th>
            ))}
            <th scope="col" className={`${cell} font-medium`}>
              <Trans>Total</Trans>
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {signatures.map(({ from, total, by_quality: byQuality }) => (
            <tr key={from}>
              <th scope="row" className="px-3 py-1.5 text-left font-normal whitespace-nowrap">
                {isShown && step === 'day' && total > 0 ? (
                  <AppLink
                    to={signatureList({ period: 'own', from, to: from })}
                    className="inline-block min-h-6 text-accent underline"
                  >
                    {fullStep(from, step, i18n.locale)}
                  </AppLink>
                ) : (
                  fullStep(from, step, i18n.locale)
                )}
              </th>
              {qualities.map((quality) => (
                <td key={quality} className={cell}>
                  {number(byQuality[quality] ?? 0)}
                </td>
              ))}
              <td className={`${cell} font-medium`}>{number(total)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
