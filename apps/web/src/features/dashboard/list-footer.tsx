import { Trans, useLingui } from '@lingui/react/macro'
import { formatNumber } from '#web/lib/language/format.ts'
import { PageSizeChoice, Pagination } from '#web/ui/lists/pagination.tsx'
import { shownOnPage, type PageSize } from '#web/ui/lists/pages.ts'

interface ListFooterProps {
  page: number
  size: number
  totalItems: number
  /** There are more than were counted. */
  totalIsCapped: boolean
  totalPages: number
  onPage: (page: number) => void
  onSize: (size: PageSize) => void
}

export function ListFooter(props: ListFooterProps) {
  const { page, size, totalItems, totalIsCapped, totalPages, onPage, onSize } = props
  const { i18n } = useLingui()
  const { from, to } = shownOnPage(page, size, totalItems)
  const range =
    from === to
      ? formatNumber(from, i18n.locale)
      : `${formatNumber(from, i18n.locale)}–${formatNumber(to, i18n.locale)}`
  const total = `${formatNumber(totalItems, i18n.locale)}${totalIsCapped ? '+' : ''}`
  return (
    <div className="mt-3 flex flex-wrap items-center gap-x-6 gap-y-2 text-sm text-ink-secondary">
      <p role="status" className="tabular-nums">
        <Trans>
          {range} of {total}
        </Trans>
      </p>
      <Pagination page={page} totalPages={totalPages} onChange={onPage} />
      <PageSizeChoice size={size} totalItems={totalItems} onChange={onSize} />
    </div>
  )
}
