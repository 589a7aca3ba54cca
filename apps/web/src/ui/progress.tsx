import { useLingui } from '@lingui/react'
import { formatPercent } from '#web/lib/language/format.ts'

export function Spinner({ size = 18 }: { size?: number }) {
  return (
    <svg
      aria-hidden="true"
      className="shrink-0 animate-spin"
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={2.6}
      strokeLinecap="round"
    >
      <circle cx={12} cy={12} r={9} opacity={0.25} />
      <path d="M12 3a9 9 0 0 1 9 9" />
    </svg>
  )
}

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
