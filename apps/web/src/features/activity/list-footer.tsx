import { Trans, useLingui } from '@lingui/react/macro'
import { formatNumber } from '#web/lib/language/format.ts'
import { shownOnPage } from '#web/ui/lists/pages.ts'
import { PageSizeChoice, Pagination } from '#web/ui/lists/pagination.tsx'
import type { ActivityState } from './activity-state.ts'
import type { ChangeState } from './use-activity-state.ts'

interface ListFooterProps {
  state: ActivityState
  totalItems: number
  /** There are more than were counted. */
  totalIsCapped: boolean
  totalPages: number
  onChange: ChangeState
}

/** Which of how many, the pages, and how many on each. */
export function ListFooter({ state: { page, size }, totalItems, totalPages, ...props }: ListFooterProps) {
  const { totalIsCapped, onChange } = props
  const { i18n } = useLingui()
  const shown = shownOnPage(page, size, totalItems)
  const number = (value: number) => formatNumber(value, i18n.locale)
  const [from, to] = [number(shown.from), number(shown.to)]
  const total = `${number(totalItems)}${totalIsCapped ? '+' : ''}`
  return (
    <div className="mt-3 flex flex-wrap items-center gap-x-6 gap-y-2 text-sm text-ink-secondary">
      <p role="status" className="tabular-nums">
        <Trans>
          {from} to {to} of {total}
        </Trans>
      </p>
      <Pagination page={page} totalPages={totalPages} onChange={(next) => onChange({ page: next })} />
      <PageSizeChoice size={size} totalItems={totalItems} onChange={(next) => onChange({ size: next })} />
    </div>
  )
}
