import { useLingui } from '@lingui/react/macro'
import { formatDateTime } from '#web/lib/language/format.ts'
import { localeOf } from '#web/lib/language/language.ts'

/** The time of a record, on one line where there is room; `exact`: with seconds, for logs. */
export function TimeCell({ at, exact = false }: { at: string; exact?: boolean }) {
  const { i18n } = useLingui()
  return (
    <time dateTime={at} className="tabular-nums md:whitespace-nowrap">
      {exact
        ? new Date(at).toLocaleString(localeOf(i18n.locale), { dateStyle: 'medium', timeStyle: 'medium' })
        : formatDateTime(at, i18n.locale)}
    </time>
  )
}
