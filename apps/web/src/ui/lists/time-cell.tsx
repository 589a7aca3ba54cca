import { useLingui } from '@lingui/react/macro'
import { formatDateTime } from '#web/lib/language/format.ts'

/** When a record of a table is from, on one line. */
export function TimeCell({ at }: { at: string }) {
  const { i18n } = useLingui()
  return (
    <time dateTime={at} className="whitespace-nowrap tabular-nums">
      {formatDateTime(at, i18n.locale)}
    </time>
  )
}
