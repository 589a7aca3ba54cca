import type { DeletionOutcome, SignatureRequest } from '@countersign/contract/signature-request-shapes.ts'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { useEffect, useState } from 'react'
import { isCallError } from '#web/lib/calls/call-error.ts'
import { formatDate } from '#web/lib/language/format.ts'
import type { RequestReading } from '#web/lib/requests/read-requests.ts'
import { openDialog, type DialogControls } from '#web/ui/dialogs/dialog-store.ts'
import { ErrorNotice } from '#web/ui/notices/error-notice.tsx'
import { Notice } from '#web/ui/notices/notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ActionForm } from './action-form.tsx'
import { removalOf } from './removal.ts'
import { UnreadRequests } from './unread-requests.tsx'

/** Asks before requests go from one's list, and says which of three things that means for each. */
export function openRemoveRequests(options: Removing): void {
  openRemoval(options, false)
}

interface Removing {
  /** How each stands now: what it means to remove it depends on that. */
  read: () => Promise<RequestReading>
  run: (requests: readonly SignatureRequest[]) => Promise<unknown> | void
}

function openRemoval(options: Removing, isChanged: boolean): void {
  openDialog<readonly SignatureRequest[]>({
    namespace: 'general',
    name: 'delete-documents',
    title: <Trans>Before you delete</Trans>,
    content: (controls) => <RemoveForm read={options.read} isChanged={isChanged} controls={controls} />,
    onAction: async (requests) => {
      try {
        await options.run(requests)
      } catch (failure) {
        if (!isCallError(failure, 'request.changed')) throw failure
        // It would be something else by now than what was said here: that is read and said first.
        openRemoval(options, true)
      }
    },
  })
}

function RemoveForm(props: {
  read: () => Promise<RequestReading>
  /** Something happened to it since this was last asked. */
  isChanged: boolean
  controls: DialogControls<readonly SignatureRequest[]>
}) {
  const { controls } = props
  const [read] = useState(() => props.read)
  const [reading, setReading] = useState<RequestReading | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  useEffect(() => {
    read().then(setReading, setFailure)
  }, [read])
  const requests = reading?.requests
  const removable = requests?.filter((request) => removalOf(request) !== null) ?? []
  const [first, ...others] = new Set(removable.map(removalOf))
  return (
    <ActionForm
      controls={controls}
      onSubmit={() => removable.length > 0 && controls.act(removable)}
      color="error"
      disabled={removable.length === 0}
      leave={<Trans>Keep everything</Trans>}
      button={<ButtonWords removal={others.length === 0 ? first : null} count={removable.length} />}
    >
      {props.isChanged && (
        <div role="alert">
          <Notice kind="warning" title={<Trans>This request has changed</Trans>}>
            <Trans>
              Removing it now would have a different effect, so nothing was removed. Please review the details
              below.
            </Trans>
          </Notice>
        </div>
      )}
      {failure !== null ? (
        <ErrorNotice failure={failure} />
      ) : !reading || !requests ? (
        <Skeleton className="h-24" />
      ) : (
        <>
          {(['withdrawn', 'left', 'held', 'deleted', null] as const).map((meaning) => (
            <MeaningFor
              key={meaning}
              meaning={meaning}
              requests={requests.filter((request) => meaningOf(request) === meaning)}
            />
          ))}
          <UnreadRequests unread={reading.unread} />
        </>
      )}
    </ActionForm>
  )
}

function ButtonWords({ removal, count }: { removal: DeletionOutcome | null | undefined; count: number }) {
  if (removal === 'withdrawn') return <Plural value={count} one="Withdraw request" other="Withdraw #" />
  if (removal === 'left') return <Plural value={count} one="Remove from list" other="Remove # from list" />
  if (removal === 'deleted')
    return <Plural value={count} one="Delete permanently" other="Delete # permanently" />
  return <Plural value={count} _0="Remove" one="Remove #" other="Remove #" />
}

/** `held`: it is left, and stays until its auto-deletion, even if nobody else has it. */
type Meaning = DeletionOutcome | 'held'

function meaningOf(request: SignatureRequest): Meaning | null {
  const removal = removalOf(request)
  return removal === 'left' && request.retention ? 'held' : removal
}

const meanings: Record<Meaning, ReactNode> = {
  withdrawn: (
    <Trans>
      The request can no longer be signed, and everyone who has received it will be notified. It stays in your
      documents.
    </Trans>
  ),
  left: (
    <Trans>
      The request will disappear from your documents. Others keep their copy; it’s deleted once nobody has it.
    </Trans>
  ),
  held: <Trans>The request will disappear from your documents. It’s kept until it’s auto-deleted.</Trans>,
  deleted: (
    <Trans>
      The request and all its documents will be deleted permanently. Links in emails will no longer open it.
    </Trans>
  ),
}

function MeaningFor(props: { meaning: Meaning | null; requests: readonly SignatureRequest[] }) {
  const { meaning, requests } = props
  if (requests.length === 0) return null
  return (
    <section>
      <ul className="font-medium">
        {requests.map(({ id, title }) => (
          <li key={id} dir="auto" className="wrap-anywhere">
            {title}
          </li>
        ))}
      </ul>
      {meaning === null ? (
        <div className="mt-1 flex flex-col gap-2">
          {requests.some((request) => !isHeld(request)) && (
            <Notice kind="info">
              <Trans>Sign, decline or delegate this request before you remove it from your documents.</Trans>
            </Notice>
          )}
          {requests.filter(isHeld).map((request) => (
            <Held key={request.id} request={request} />
          ))}
        </div>
      ) : (
        <p className="text-sm text-ink-secondary">{meanings[meaning]}</p>
      )}
    </section>
  )
}

/** Of one that can't be removed: is it auto-deletion that keeps it, or that it is a regulated record? */
function isHeld({ viewer, status_overall }: SignatureRequest): boolean {
  return viewer.role === 'owner' && status_overall !== 'OPEN'
}

function Held({ request: { title, retention } }: { request: SignatureRequest }) {
  const { i18n } = useLingui()
  const on = retention?.delete_at && formatDate(retention.delete_at, i18n.locale)
  return (
    <Notice kind="info">
      {retention === null ? (
        <Trans>
          “{title}” is a regulated record (Part 11). It can’t be deleted until two years after it ended.
        </Trans>
      ) : on ? (
        <Trans>
          “{title}” will be auto-deleted on {on}. It can’t be deleted before then.
        </Trans>
      ) : (
        <Trans>“{title}” is subject to auto-deletion and can’t be deleted manually.</Trans>
      )}
    </Notice>
  )
}
