import { listSignerGroups, type SignerGroup } from '@countersign/contract/signer-groups.ts'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useId, useState } from 'react'
import { call } from '#web/lib/calls/api.ts'
import { paths } from '#web/lib/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorNotice } from '#web/ui/notices/error-notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

type Groups =
  | { state: 'loading' }
  | { state: 'failed'; failure: unknown }
  | { state: 'read'; groups: readonly SignerGroup[] }

/** One's groups, to choose one of. A dialog is outside of what is fetched for the page: it reads them itself. */
export function useGroups(): { found: Groups; again: () => void } {
  const [found, setFound] = useState<Groups>({ state: 'loading' })
  const [tries, setTries] = useState(0)
  useEffect(() => {
    const stop = new AbortController()
    setFound({ state: 'loading' })
    call(listSignerGroups, { query: { size: '100' } }, { background: true, signal: stop.signal }).then(
      ({ items }) => setFound({ state: 'read', groups: items }),
      (failure: unknown) => stop.signal.aborted || setFound({ state: 'failed', failure }),
    )
    return () => stop.abort()
  }, [tries])
  return { found, again: () => setTries((count) => count + 1) }
}

export function GroupChoice(props: {
  found: Groups
  chosen: string | null
  onChoose: (group: SignerGroup) => void
  onAgain: () => void
  /** Leaves for the page where groups are made. */
  onLeave: () => void
}) {
  const { found, chosen } = props
  const { t } = useLingui()
  const name = useId()
  if (found.state === 'loading') return <Skeleton className="h-24" />
  if (found.state === 'failed')
    return (
      <ErrorNotice
        failure={found.failure}
        action={
          <Button type="secondary" size="sm" onClick={props.onAgain}>
            <Trans>Try again</Trans>
          </Button>
        }
      />
    )
  if (found.groups.length === 0)
    return (
      <div className="flex flex-col items-start gap-3">
        <p>
          <Trans>You don’t have a signer group yet.</Trans>
        </p>
        <Button type="secondary" icon="plus" to={paths.signerGroups()} onClick={props.onLeave}>
          <Trans>Create signer group</Trans>
        </Button>
      </div>
    )
  return (
    <fieldset>
      <legend className="mb-1 text-sm font-medium">{t`Signer group`}</legend>
      <div className="flex max-h-72 flex-col divide-y divide-line overflow-y-auto rounded border border-line">
        {found.groups.map((group) => (
          <label
            key={group.id}
            className="flex min-h-11 cursor-pointer items-center gap-3 px-3 py-2 hover:bg-hover"
          >
            <input
              type="radio"
              name={name}
              checked={group.id === chosen}
              onChange={() => props.onChoose(group)}
              className="size-5 shrink-0 accent-accent"
            />
            <span className="min-w-0 grow">
              <span dir="auto" className="block text-sm wrap-anywhere">
                {group.name}
              </span>
              <span className="block text-xs text-ink-secondary">
                <Plural value={group.member_count} one="# member" other="# members" />
              </span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
