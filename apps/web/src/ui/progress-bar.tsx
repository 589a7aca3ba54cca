import { useLingui } from '@lingui/react'
import { formatPercent } from '#web/lib/language/format.ts'

/** How far something is: `value` from 0 to 1, or null where nobody knows. */
export function Progress({ value, label }: { value: number | null; label: string }) {
  const { i18n } = useLingui()
  return (
    <div>
      <div className="mb-1 flex justify-between gap-4 text-sm text-ink-secondary">
        <span>{label}</span>
        {value !== null && <span className="tabular-nums">{formatPercent(value, i18n.locale)}</span>}
      </div>
      <div
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={value === null ? undefined : Math.round(value * 100)}
        className="h-1.5 overflow-hidden rounded-full bg-line"
      >
        <div
          className={
            value === null ? 'h-full w-1/3 animate-pulse bg-accent' : 'h-full bg-accent transition-[width]'
          }
          style={value === null ? undefined : { width: `${value * 100}%` }}
        />
      </div>
    </div>
  )
}
