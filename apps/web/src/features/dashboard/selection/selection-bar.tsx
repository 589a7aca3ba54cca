import type { ListItem } from '@countersign/contract/signature-request-shapes.ts'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useLingui as useCatalog } from '@lingui/react'
import type { ReactNode } from 'react'
import { isCallError } from '#web/lib/calls/call-error.ts'
import { describeFailure } from '#web/lib/errors/errors.ts'
import { isGone } from '#web/lib/requests/read-requests.ts'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Notice } from '#web/ui/notices/notice.tsx'
import { Progress } from '#web/ui/progress-bar.tsx'
import { canRemind } from '../row-actions.ts'
import type { BatchKind } from './batch-run.ts'
import type { Batch } from './use-batch.ts'
import type { Selection } from './use-selection.ts'

/** Floats over the end of the list while something is selected or under way: nothing moves because of it. */
export function SelectionBar(props: {
  selection: Selection
  shown: number
  batch: Batch
  onSign: (items: readonly ListItem[]) => void
}) {
  const { selection, batch } = props
  const { t } = useLingui()
  const { items } = selection
  const toRemind = items.filter(canRemind)
  const toSign = items.filter(({ status }) => status === 'TO_SIGN')
  const failed = (batch.result?.notDone.length ?? 0) > 0
  if (batch.running) {
    return (
      <Frame>
        <Running batch={batch} />
      </Frame>
    )
  }
  if (items.length === 0 && !failed) return null
  return (
    <Frame>
      {failed && <NotDone batch={batch} />}
      <div className={classNames('flex flex-wrap items-center gap-1', items.length === 0 && 'hidden')}>
        <Button
          type="text"
          size="sm"
          color="neutral"
          icon="close"
          label={t`Clear selection`}
          onClick={() => {
            focusRow(items[0]?.id)
            selection.keep([])
          }}
        />
        <p role="status" className="grow px-2 font-medium tabular-nums">
          <Plural value={items.length} one="# selected" other="# selected" />
        </p>
        {items.length < props.shown && (
          <Button type="text" size="sm" onClick={selection.all}>
            <Plural value={props.shown} one="Select all #" other="Select all #" />
          </Button>
        )}
        {toSign.length > 1 && (
          <Button type="text" size="sm" icon="sign" onClick={() => props.onSign(toSign)}>
            <Plural value={toSign.length} one="Sign #" other="Sign #" />
          </Button>
        )}
        <Button type="text" size="sm" icon="download" onClick={() => batch.start('download', items)}>
          <Trans>Download</Trans>
        </Button>
        <Button
          type="text"
          size="sm"
          icon="mail"
          disabled={toRemind.length === 0}
          onClick={() => batch.start('remind', toRemind)}
        >
          <Trans>Remind</Trans>
        </Button>
        {batch.canRemove && (
          <Button
            type="text"
            size="sm"
            color="error"
            icon="trash"
            onClick={() => batch.start('remove', items)}
          >
            <Trans>Delete</Trans>
          </Button>
        )}
      </div>
    </Frame>
  )
}

/** The bar goes with the selection: the keyboard continues where that began. */
function focusRow(id: string | undefined) {
  document.querySelector<HTMLElement>(`[data-row="${id}"]`)?.focus()
}

function Frame({ children }: { children: ReactNode }) {
  return (
    <>
      {/* The last rows can be scrolled from under it. */}
      <div aria-hidden="true" className="h-24" />
      <div className="selection-bar pointer-events-none fixed inset-x-0 bottom-0 z-30 flex justify-center p-3 pb-[max(0.75rem,env(safe-area-inset-bottom))]">
        <div className="pointer-events-auto w-full max-w-3xl rounded-sheet border border-line bg-sheet p-2 shadow-float">
          {children}
        </div>
      </div>
    </>
  )
}

function Running({ batch }: { batch: Batch }) {
  const { t } = useLingui()
  const { kind, done, total } = batch.running!
  const number = done + 1
  const words: Record<BatchKind, string> = {
    download: t`Downloading ${number} of ${total}, one zip file each`,
    remind: t`Reminding ${number} of ${total}`,
    remove: t`Removing ${number} of ${total}`,
  }
  return (
    <div className="flex items-end gap-3 p-2">
      <div className="min-w-0 grow">
        <Progress value={done / total} label={words[kind]} />
      </div>
      <Button type="secondary" size="sm" color="neutral" onClick={batch.stop}>
        <Trans>Stop</Trans>
      </Button>
    </div>
  )
}

/** What was not done, request by request, and why. */
function NotDone({ batch }: { batch: Batch }) {
  const { i18n } = useCatalog()
  const { kind, done, notDone } = batch.result!
  return (
    <div className="max-h-[50dvh] overflow-y-auto">
      <Notice
        kind="error"
        title={<FailedWords kind={kind} count={notDone.length} />}
        action={
          <Button type="secondary" size="sm" onClick={batch.putAway}>
            <Trans>Got it</Trans>
          </Button>
        }
      >
        {done > 0 && <DoneWords kind={kind} count={done} />}
        <ul className="mt-1 flex flex-col gap-1">
          {notDone.map(({ item, failure }) => (
            <li key={item.id} className="wrap-anywhere">
              <bdi className="font-medium">{item.title}:</bdi>{' '}
              {kind === 'remind' && isCallError(failure, 'rate.exceeded') ? (
                <Trans>All signers were reminded within the last hour. Please try again later.</Trans>
              ) : kind === 'remove' && isCallError(failure, 'request.changed') ? (
                <Trans>This request changed in the meantime, so it wasn’t removed. Please try again.</Trans>
              ) : isGone(failure) ? (
                <Trans>It’s no longer in your documents.</Trans>
              ) : (
                describeFailure(failure, i18n)
              )}
            </li>
          ))}
        </ul>
      </Notice>
    </div>
  )
}

export function DoneWords({ kind, count }: { kind: BatchKind; count: number }) {
  if (kind === 'download') return <Plural value={count} one="# was downloaded." other="# were downloaded." />
  if (kind === 'remind')
    return (
      <Plural
        value={count}
        one="The signers of # request were reminded."
        other="The signers of # requests were reminded."
      />
    )
  return <Plural value={count} one="# was removed or withdrawn." other="# were removed or withdrawn." />
}

/** To someone who has left the dashboard: what failed is listed there. */
export function FailedElsewhere({ kind, count }: { kind: BatchKind; count: number }) {
  return (
    <>
      <FailedWords kind={kind} count={count} />. <Trans>Open Documents for details.</Trans>
    </>
  )
}

function FailedWords({ kind, count }: { kind: BatchKind; count: number }) {
  if (kind === 'download')
    return <Plural value={count} one="# could not be downloaded" other="# could not be downloaded" />
  if (kind === 'remind') return <Trans>Failed to remind signers</Trans>
  return <Plural value={count} one="# could not be removed" other="# could not be removed" />
}
