import type { ListItem } from '@countersign/contract/signature-request-shapes.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { useRouter } from '@tanstack/react-router'
import { formatDateTime } from '#web/lib/language/format.ts'
import { paths } from '#web/lib/paths.ts'
import { Menu, type MenuItem } from '#web/ui/menu.tsx'
import { canRemind } from './row-actions.ts'
import type { Batch } from './selection/use-batch.ts'
import type { Selection } from './selection/use-selection.ts'

/** Where rows are selected by a long press, which nothing shows. */
const onPhone = '(width < 48rem) and (pointer: coarse)'

/** Where a row leads. */
export function pathOf(item: ListItem): string {
  return item.status === 'DRAFT' ? paths.compose(item.id) : paths.view(item.id)
}

/** What one may do with a request without opening it. */
export function RowMenu(props: { item: ListItem; selection: Selection; batch: Batch }) {
  const { item, selection, batch } = props
  const { t } = useLingui()
  const router = useRouter()
  const { title } = item
  const items: MenuItem[] = [
    { label: t`Open`, icon: 'document', onSelect: () => router.history.push(pathOf(item)) },
  ]
  if (!selection.has(item.id) && window.matchMedia(onPhone).matches)
    items.push({ label: t`Select`, icon: 'check', onSelect: () => selection.press(item.id, false) })
  // One run at a time: the bar at the end of the list says which.
  const isFree = batch.running === null
  if (isFree && canRemind(item))
    items.push({ label: t`Remind`, icon: 'mail', onSelect: () => batch.start('remind', [item]) })
  if (isFree && item.document_names.length > 0)
    items.push({ label: t`Download`, icon: 'download', onSelect: () => batch.start('download', [item]) })
  if (isFree && batch.canRemove)
    items.push({
      label: t`Delete …`,
      icon: 'trash',
      color: 'error',
      onSelect: () => batch.start('remove', [item]),
    })
  return (
    <Menu
      button={{
        icon: 'more',
        label: t`More actions for ${title}`,
        type: 'text',
        color: 'neutral',
        size: 'sm',
      }}
      heading={<ExactTime at={item.updated_at} />}
      items={items}
    />
  )
}

/** The list says how long ago; by key and by touch the exact time is found here. */
function ExactTime({ at }: { at: string }) {
  const { i18n } = useLingui()
  const when = formatDateTime(at, i18n.locale)
  return (
    <time dateTime={at} className="text-ink-secondary">
      <Trans>Updated {when}</Trans>
    </time>
  )
}
