import type { ListItem } from '@countersign/contract/signature-request-shapes.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '#web/ui/button.tsx'
import { RequestList } from './request-list.tsx'
import type { Batch } from './selection/use-batch.ts'
import type { Selection } from './selection/use-selection.ts'

const heading = 'mb-2 text-sm font-semibold'

/** On top of the list: what needs the reader's own signature. */
export function ToSign(props: {
  items: readonly ListItem[]
  total: number
  stale: boolean
  selection: Selection
  batch: Batch
  /** Shows all of them, where there are more than a page. */
  onAll: () => void
}) {
  const { items, total, onAll, ...list } = props
  const { t } = useLingui()
  return (
    <section className="mb-6">
      <h2 className={heading}>
        <Trans>To sign · {total}</Trans>
      </h2>
      <RequestList label={t`To sign`} items={items} {...list} />
      {total > items.length && (
        <Button type="text" size="sm" className="mt-2" onClick={onAll}>
          <Trans>Show all {total}</Trans>
        </Button>
      )}
    </section>
  )
}

export function OthersTitle() {
  return (
    <h2 className={heading}>
      <Trans>Other documents</Trans>
    </h2>
  )
}
