import { Trans, useLingui } from '@lingui/react/macro'
import { classNames } from '../class-names.ts'
import { Icon } from '../icon.tsx'
import { pageSizes, pagesToShow, type PageSize } from './pages.ts'
import { useHeldFocus } from '../forms/use-held-focus.ts'

const cell =
  'grid min-h-11 min-w-11 cursor-pointer place-items-center rounded px-2 tabular-nums md:min-h-8 md:min-w-8'

interface PaginationProps {
  page: number
  totalPages: number
  onChange: (page: number) => void
}

export function Pagination({ page, totalPages, onChange }: PaginationProps) {
  const { t } = useLingui()
  if (totalPages <= 1) return null
  return (
    <nav aria-label={t`Pages`} className="flex items-center gap-0.5">
      <Step to={page - 1} isOff={page <= 1} label={t`Previous page`} icon="chevronLeft" onChange={onChange} />
      {pagesToShow(page, totalPages).map((number, index) =>
        number === null ? (
          <span key={`gap-${index}`} aria-hidden="true" className="px-1">
            …
          </span>
        ) : (
          <button
            key={number}
            type="button"
            aria-label={t`Page ${number}`}
            aria-current={number === page ? 'page' : undefined}
            className={classNames(
              cell,
              number === page ? 'bg-selected font-semibold text-accent' : 'hidden hover:bg-hover sm:grid',
            )}
            onClick={() => onChange(number)}
          >
            {number}
          </button>
        ),
      )}
      <Step
        to={page + 1}
        isOff={page >= totalPages}
        label={t`Next page`}
        icon="chevronRight"
        onChange={onChange}
      />
    </nav>
  )
}

function Step(props: {
  to: number
  isOff: boolean
  label: string
  icon: 'chevronLeft' | 'chevronRight'
  onChange: (page: number) => void
}) {
  const focus = useHeldFocus(props.isOff)
  return (
    <button
      type="button"
      aria-label={props.label}
      {...focus.props}
      className={classNames(
        cell,
        'hover:bg-hover',
        'disabled:pointer-events-none disabled:opacity-40',
        'aria-disabled:pointer-events-none aria-disabled:opacity-40',
      )}
      onClick={() => !props.isOff && props.onChange(props.to)}
    >
      <Icon name={props.icon} size={18} />
    </button>
  )
}

interface PageSizeChoiceProps {
  size: number
  totalItems: number
  onChange: (size: PageSize) => void
}

/** How many on a page, where one of the smallest doesn't hold them all. */
export function PageSizeChoice({ size, totalItems, onChange }: PageSizeChoiceProps) {
  const { t } = useLingui()
  if (totalItems <= pageSizes[0]) return null
  return (
    <label className="ml-auto flex items-center gap-2">
      <Trans>Per page</Trans>
      <select
        value={size}
        aria-label={t`Per page`}
        className="min-h-11 cursor-pointer rounded border border-line-field bg-sheet px-2 md:min-h-8"
        onChange={({ target }) => onChange(pageSizes.find((one) => one === Number(target.value)) ?? 25)}
      >
        {pageSizes.map((one) => (
          <option key={one} value={one}>
            {one}
          </option>
        ))}
      </select>
    </label>
  )
}
