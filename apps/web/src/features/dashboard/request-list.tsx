import { useLingui } from '@lingui/react/macro'
import type { ListItem } from '@countersign/contract/signature-request-shapes.ts'
import { useNow } from '#web/lib/use-now.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { RequestRow, rowClass } from './request-row.tsx'

export const rowsId = 'request-rows'

const frame = 'overflow-hidden rounded-sheet border border-line bg-sheet'

export function RequestList({ items, stale }: { items: readonly ListItem[]; stale: boolean }) {
  const { t } = useLingui()
  const now = useNow(30_000)
  return (
    <ul id={rowsId} aria-label={t`Signature requests`} aria-busy={stale} className={frame}>
      {items.map((item) => (
        <li key={item.id} className="border-b border-line last:border-b-0">
          <RequestRow item={item} now={now} />
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
          <div className={rowClass}>
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
