import { useLingui } from '@lingui/react/macro'
import type { ListItem } from '@countersign/contract/signature-request-shapes.ts'
import { useNow } from '#web/lib/browser/use-now.ts'
import { classNames } from '#web/ui/class-names.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { RequestRow, rowClass } from './request-row.tsx'
import type { Batch } from './selection/use-batch.ts'
import type { Selection } from './selection/use-selection.ts'

// A row's menu reaches over the list's end.
const frame = 'rounded-sheet border border-line bg-sheet'
const line = 'border-b border-line first:*:rounded-t-sheet last:border-b-0 last:*:rounded-b-sheet'

export function RequestList(props: {
  /** Names the list to a screen reader; else it is the list of signature requests. */
  label?: string
  items: readonly ListItem[]
  stale: boolean
  selection: Selection
  batch: Batch
}) {
  const { label, items, stale, selection, batch } = props
  const { t } = useLingui()
  const now = useNow(30_000)
  return (
    <ul aria-label={label ?? t`Signature requests`} aria-busy={stale} className={frame}>
      {items.map((item) => (
        <li key={item.id} className={line}>
          <RequestRow item={item} now={now} selection={selection} batch={batch} />
        </li>
      ))}
    </ul>
  )
}

/** The list's place while it loads: rows of their final size. */
export function RequestListSkeleton() {
  const { t } = useLingui()
  return (
    <div role="status" aria-label={t`Loading`} className={frame}>
      {Array.from({ length: 10 }, (_, index) => (
        <div key={index} className="border-b border-line last:border-b-0">
          <div className={classNames(rowClass, 'mx-11 max-md:grid max-md:grid-cols-[minmax(0,1fr)_auto]')}>
            <Skeleton className="my-0.5 h-5 w-24" />
            <Skeleton className="my-0.5 h-5 w-3/5" />
            <Skeleton className="my-0.5 h-5 w-2/5" />
            <Skeleton className="my-0.5 h-5 w-12" />
          </div>
        </div>
      ))}
    </div>
  )
}
