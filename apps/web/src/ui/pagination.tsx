import { useLingui } from '@lingui/react/macro'
import { classNames } from './class-names.ts'
import { Icon } from './icon.tsx'
import { pagesToShow } from './pages.ts'

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
  const step = (to: number, label: string, icon: 'chevronLeft' | 'chevronRight') => (
    <button
      type="button"
      aria-label={label}
      disabled={to < 1 || to > totalPages}
      className={classNames(cell, 'hover:bg-hover disabled:pointer-events-none disabled:opacity-40')}
      onClick={() => onChange(to)}
    >
      <Icon name={icon} size={18} />
    </button>
  )
  return (
    <nav aria-label={t`Pages`} className="flex items-center gap-0.5">
      {step(page - 1, t`Previous page`, 'chevronLeft')}
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
      {step(page + 1, t`Next page`, 'chevronRight')}
    </nav>
  )
}
