import { Trans, useLingui } from '@lingui/react/macro'
import { Fragment } from 'react'
import type { ListItem } from '@countersign/contract/signature-request-shapes.ts'
import { useCurrentUser } from '#web/lib/account/current-user.ts'
import { formatDate, formatDateTime, formatRelative } from '#web/lib/language/format.ts'
import { AppLink } from '#web/ui/app-link.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Icon } from '#web/ui/icon.tsx'
import { RequestStateBadge } from '#web/ui/requests/request-state.tsx'
import { pathOf, RowMenu } from './row-menu.tsx'
import type { Batch } from './selection/use-batch.ts'
import { useLongPress } from './selection/use-long-press.ts'
import type { Selection } from './selection/use-selection.ts'

export const rowClass =
  'flex min-h-14 min-w-0 grow flex-wrap items-start gap-x-4 gap-y-0.5 px-2 py-3 md:grid md:min-h-11 md:items-center md:grid-cols-[11.5rem_minmax(0,5fr)_minmax(0,4fr)_7rem] md:py-2'

/**
 * A card on a phone, a row elsewhere: what selects it, the link, and what else one may do. On a phone the check boxes show
 * while something is selected; a long press or the menu selects the first.
 */
export function RequestRow(props: { item: ListItem; now: number; selection: Selection; batch: Batch }) {
  const { item, selection } = props
  const { t } = useLingui()
  const { title } = item
  const isSelected = selection.has(item.id)
  const isSelecting = selection.items.length > 0
  const longPress = useLongPress(() => selection.press(item.id, false))
  return (
    <div
      className={classNames(
        'relative flex select-none [-webkit-touch-callout:none] md:select-auto',
        isSelected ? 'bg-selected' : 'hover:bg-hover',
        !isSelecting && 'max-md:pointer-coarse:pl-2',
      )}
      {...longPress}
      data-selected={isSelected || undefined}
    >
      <label
        className={classNames(
          'grid w-[44px] shrink-0 cursor-pointer place-items-center',
          !isSelecting && 'max-md:pointer-coarse:not-focus-within:sr-only',
        )}
      >
        <input
          type="checkbox"
          checked={isSelected}
          aria-label={t`Select ${title}`}
          className="size-5 accent-accent md:size-4"
          onChange={(event) => {
            const { nativeEvent } = event
            selection.press(item.id, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
          }}
        />
      </label>
      <RowLink item={item} now={props.now} />
      <div className="flex shrink-0 items-center pr-1">
        <RowMenu item={item} selection={selection} batch={props.batch} />
      </div>
    </div>
  )
}

function RowLink({ item, now }: { item: ListItem; now: number }) {
  const { i18n } = useLingui()
  return (
    <AppLink
      to={pathOf(item)}
      data-row={item.id}
      className={classNames(rowClass, 'focus-visible:bg-selected focus-visible:-outline-offset-2')}
    >
      <span className="order-2 flex max-w-full md:order-none md:min-w-0">
        <RequestStateBadge status={item.status} overall={item.status_overall} signers={item.signers} />
      </span>
      <span className="order-1 w-full min-w-0 md:order-none">
        <span
          dir="auto"
          className={classNames(
            'line-clamp-4 wrap-anywhere md:line-clamp-1',
            item.status === 'TO_SIGN' ? 'font-semibold' : 'font-medium md:font-normal',
          )}
        >
          {item.title}
        </span>
        {item.delivery_failed && (
          <span className="flex items-center gap-1.5 text-sm text-error">
            <Icon name="mail" size={16} />
            <Trans>An email could not be delivered</Trans>
          </span>
        )}
        <DeletedSoon item={item} now={now} />
      </span>
      <span className="order-4 w-full min-w-0 text-sm text-ink-secondary md:order-none md:flex">
        <People item={item} />
      </span>
      <time
        dateTime={item.updated_at}
        title={formatDateTime(item.updated_at, i18n.locale)}
        className="order-3 ml-auto text-right text-sm whitespace-nowrap text-ink-secondary tabular-nums md:order-none"
      >
        {formatRelative(item.updated_at, i18n.locale, now)}
      </time>
    </AppLink>
  )
}

const announcedFor = 30 * 86_400_000

/** Said in the list while there is still time to keep a copy; the request's page says it at any time. */
function DeletedSoon({ item: { delete_at: at }, now }: { item: ListItem; now: number }) {
  const { i18n } = useLingui()
  if (at === null || Date.parse(at) - now > announcedFor) return null
  const on = formatDate(at, i18n.locale)
  return (
    <span className="block text-sm text-ink-secondary">
      <Trans>Documents will be deleted on {on}</Trans>
    </span>
  )
}

/** Who asked whom; where several sign, how many have. */
function People({ item }: { item: ListItem }) {
  const { t } = useLingui()
  const { email: me } = useCurrentUser()
  const { owner, signers, signature_count: count, signature_count_signed: signed } = item
  const from = owner.is_viewer ? t`You` : owner.name || owner.email
  if (signers.length === 0) return <Trans>No signers yet</Trans>
  // A signer without a name is listed by their email.
  const nameOf = ({ name, email }: (typeof signers)[number]) =>
    name === email && email === me ? t`You` : name
  const names = signers.slice(0, 3).map(nameOf)
  const more = signers.length - names.length
  return (
    <>
      {/* What is hidden within it stays there: a long name would put it beyond the edge of the page. */}
      <span className="relative min-w-0 max-md:wrap-anywhere md:truncate">
        <bdi>{from}</bdi> <span aria-hidden="true">→</span>
        <span className="sr-only">
          <Trans>to</Trans>
        </span>{' '}
        {names.map((name, index) => (
          <Fragment key={index}>
            {index > 0 && ', '}
            <bdi>{name}</bdi>
          </Fragment>
        ))}
        {more > 0 && ` +${more}`}
      </span>
      {count > 1 && item.status !== 'DRAFT' && (
        <span className="md:shrink-0 md:whitespace-pre">
          {/* Where the line ends here, the dot stays on it. */}
          {'\u00A0· '}
          <Trans>
            {signed} of {count} signed
          </Trans>
        </span>
      )}
    </>
  )
}
