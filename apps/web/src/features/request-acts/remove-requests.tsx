import type { SignatureRequest } from '@countersign/contract/signature-request-shapes.ts'
import { Plural, Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { useEffect, useState } from 'react'
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
            titles={requests.filter((request) => removalOf(request) === removal).map(({ title }) => title)}
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

function Meaning({ removal, titles }: { removal: Removal | null; titles: readonly string[] }) {
  if (titles.length === 0) return null
  return (
    <section>
      <ul className="font-medium">
        {titles.map((title, index) => (
          <li key={index} className="wrap-anywhere">
            {title}
          </li>
        ))}
      </ul>
      {removal === null ? (
        <div className="mt-1">
          <Notice kind="info">
            <Trans>Not yet: your signature is still asked for. Sign, decline or hand it on first.</Trans>
          </Notice>
        </div>
      ) : (
        <p className="text-sm text-ink-secondary">{meanings[removal]}</p>
      )}
    </section>
  )
}
