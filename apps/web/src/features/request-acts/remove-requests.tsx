import type { SignatureRequest } from '@countersign/contract/signature-request-shapes.ts'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { useEffect, useState } from 'react'
import { formatDate } from '#web/lib/format.ts'
import { openDialog, type DialogControls } from '#web/ui/dialog-store.ts'
import { ErrorNotice } from '#web/ui/error-notice.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ActForm } from './act-form.tsx'
import { removalOf, type Removal } from './removal.ts'

/** Asks before requests go from one's list, and says which of three things that means for each. */
export function openRemoveRequests(options: {
  /** How each stands now: what it means to remove it depends on that. */
  read: () => Promise<readonly SignatureRequest[]>
  run: (requests: readonly SignatureRequest[]) => Promise<unknown> | void
}): void {
  openDialog<readonly SignatureRequest[]>({
    namespace: 'general',
    name: 'delete-documents',
    title: <Trans>Remove from your documents?</Trans>,
    content: (controls) => <RemoveForm read={options.read} controls={controls} />,
    onAction: options.run,
  })
}

function RemoveForm(props: {
  read: () => Promise<readonly SignatureRequest[]>
  controls: DialogControls<readonly SignatureRequest[]>
}) {
  const { controls } = props
  const [read] = useState(() => props.read)
  const [requests, setRequests] = useState<readonly SignatureRequest[] | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  useEffect(() => {
    read().then(setRequests, setFailure)
  }, [read])
  const removable = requests?.filter((request) => removalOf(request) !== null) ?? []
  const [first, ...others] = new Set(removable.map(removalOf))
  return (
    <ActForm
      controls={controls}
      onSubmit={() => removable.length > 0 && controls.act(removable)}
      color="error"
      disabled={removable.length === 0}
      leave={<Trans>Keep everything</Trans>}
      button={<ButtonWords removal={others.length === 0 ? first : null} count={removable.length} />}
    >
      {failure !== null ? (
        <ErrorNotice failure={failure} />
      ) : requests === null ? (
        <Skeleton className="h-24" />
      ) : (
        (['withdraws', 'leaves', 'deletes', null] as const).map((removal) => (
          <Meaning
            key={removal}
            removal={removal}
            requests={requests.filter((request) => removalOf(request) === removal)}
          />
        ))
      )}
    </ActForm>
  )
}

function ButtonWords({ removal, count }: { removal: Removal | null | undefined; count: number }) {
  if (removal === 'withdraws') return <Plural value={count} one="Withdraw it" other="Withdraw #" />
  if (removal === 'leaves') return <Plural value={count} one="Leave it" other="Leave #" />
  if (removal === 'deletes') return <Plural value={count} one="Delete for good" other="Delete # for good" />
  return <Plural value={count} _0="Remove" one="Remove #" other="Remove #" />
}

const meanings: Record<Removal, ReactNode> = {
  withdraws: (
    <Trans>
      Withdrawn: nobody can sign any more, and whoever was asked is told. It stays in your documents.
    </Trans>
  ),
  leaves: (
    <Trans>
      Left: it goes from your documents. Whoever else has it keeps it; once nobody has it any more, it is
      deleted.
    </Trans>
  ),
  deletes: <Trans>Deleted for good, with all its documents: nobody else has it.</Trans>,
}

function Meaning({ removal, requests }: { removal: Removal | null; requests: readonly SignatureRequest[] }) {
  if (requests.length === 0) return null
  return (
    <section>
      <ul className="font-medium">
        {requests.map(({ id, title }) => (
          <li key={id} className="wrap-anywhere">
            {title}
          </li>
        ))}
      </ul>
      {removal === null ? (
        <div className="mt-1 flex flex-col gap-2">
          {requests.some((request) => !isHeld(request)) && (
            <Notice kind="info">
              <Trans>Not yet: your signature is still asked for. Sign, decline or hand it on first.</Trans>
            </Notice>
          )}
          {requests.filter(isHeld).map((request) => (
            <Held key={request.id} request={request} />
          ))}
        </div>
      ) : (
        <p className="text-sm text-ink-secondary">{meanings[removal]}</p>
      )}
    </section>
  )
}

/** Is it the rule of auto-deletion that keeps it? */
function isHeld({ retention, viewer, status_overall }: SignatureRequest): boolean {
  return retention !== null && viewer.role === 'owner' && status_overall !== 'OPEN'
}

function Held({ request: { title, retention } }: { request: SignatureRequest }) {
  const { i18n } = useLingui()
  const on = formatDate(retention?.delete_at ?? '', i18n.locale)
  return (
    <Notice kind="info">
      {retention?.delete_at ? (
        <Trans>
          “{title}” is under auto-deletion: it is deleted on {on}, and not by hand before.
        </Trans>
      ) : (
        <Trans>“{title}” is under auto-deletion: it is deleted when its time comes, and not by hand.</Trans>
      )}
    </Notice>
  )
}
