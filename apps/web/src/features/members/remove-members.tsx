import type { OwnedContent } from '@countersign/contract/members.ts'
import type { BusinessMember } from '@countersign/contract/businesses.ts'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useState, type FormEvent } from 'react'
import { focusFirstWrong } from '#web/lib/forms/focus-first-wrong.ts'
import { Button } from '#web/ui/button.tsx'
import { DialogButtons } from '#web/ui/dialogs/dialog-host.tsx'
import { openDialog, type DialogControls } from '#web/ui/dialogs/dialog-store.ts'
import { RetryNotice } from '#web/ui/notices/retry-notice.tsx'
import { Notice } from '#web/ui/notices/notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { nameOf } from './entries.ts'
import { type TransferTarget, TransferChoice } from './transfer-choice.tsx'
import { ownedContentOf, remove } from './member-calls.ts'

interface Removal {
  readonly people: readonly BusinessMember[]
  /** Who stays. */
  readonly others: readonly BusinessMember[]
  readonly onRemoved: () => Promise<unknown> | void
}

/** Asks before people are removed, shows what they have, and asks what becomes of it. */
export function openRemoveMembers(removal: Removal): void {
  const { people } = removal
  const [first] = people
  const name = first && (nameOf(first) || first.email)
  openDialog<TransferTarget>({
    namespace: 'business',
    name: 'remove-members',
    title:
      people.length === 1 ? (
        <Trans>Remove {name}?</Trans>
      ) : (
        <Plural value={people.length} one="Remove # person?" other="Remove # people?" />
      ),
    content: (controls) => <RemoveForm removal={removal} controls={controls} />,
    onAction: async (transferTo) => {
      await remove(
        people.map(({ id }) => id),
        transferTo,
      )
      await removal.onRemoved()
    },
  })
}

function RemoveForm({ removal, controls }: { removal: Removal; controls: DialogControls<TransferTarget> }) {
  const { t } = useLingui()
  const { people, others } = removal
  const { owned, failure, again } = useOwnedContent(people)
  const [transferTo, setTransferTo] = useState<TransferTarget>(null)
  const [tried, setTried] = useState(false)
  const hasSomething =
    owned?.some(({ requests, templates, groups }) => requests + templates + groups > 0) === true
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    setTried(true)
    if (transferTo === '') focusFirstWrong(event.currentTarget)
    else if (owned) controls.act(hasSomething ? transferTo : null)
  }
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <p>
        {people.length === 1 ? (
          <Trans>
            The account becomes personal. Its owner can still sign in but no longer use your seals, and can
            rejoin only by invitation. Existing signatures stay valid.
          </Trans>
        ) : (
          <Trans>
            Their accounts become personal. They can still sign in but no longer use your seals, and can
            rejoin only by invitation. Existing signatures stay valid.
          </Trans>
        )}
      </p>
      {failure !== null ? (
        <RetryNotice failure={failure} onRetry={again} />
      ) : owned === null ? (
        <Skeleton className="h-28" />
      ) : (
        <ul className="flex max-h-60 flex-col divide-y divide-line overflow-y-auto rounded border border-line">
          {people.map((person) => (
            <Person key={person.id} person={person} has={owned.find(({ id }) => id === person.id)} />
          ))}
        </ul>
      )}
      {hasSomething && (
        <TransferChoice
          legend={t`Their documents`}
          stay={{
            label: t`They keep their documents`,
            hint: t`In their personal accounts. Your business no longer has access.`,
          }}
          others={others}
          value={transferTo}
          error={tried && transferTo === '' && t`Choose a member to transfer them to.`}
          onChange={setTransferTo}
        />
      )}
      {hasSomething && transferTo !== null && (
        <Notice kind="info">
          <Trans>
            Open requests continue under the new owner. The audit trail shows who sent them and that they were
            transferred.
          </Trans>
        </Notice>
      )}
      <DialogButtons>
        <Button type="secondary" color="neutral" disabled={controls.loading} onClick={controls.close}>
          <Trans>Keep</Trans>
        </Button>
        <Button submit color="error" disabled={owned === null} loading={controls.loading}>
          <Plural value={people.length} one="Remove" other="Remove # people" />
        </Button>
      </DialogButtons>
    </form>
  )
}

function useOwnedContent(people: readonly BusinessMember[]) {
  const [ids] = useState(() => people.map(({ id }) => id))
  const [owned, setOwned] = useState<readonly OwnedContent[] | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  const [tries, setTries] = useState(0)
  useEffect(() => {
    ownedContentOf(ids).then(setOwned, setFailure)
  }, [ids, tries])
  function again() {
    setFailure(null)
    setTries(tries + 1)
  }
  return { owned, failure, again }
}

function Person({ person, has }: { person: BusinessMember; has: OwnedContent | undefined }) {
  const name = nameOf(person)
  return (
    <li className="px-3 py-2">
      <p className="font-medium wrap-anywhere">
        <bdi>{name || person.email}</bdi>
      </p>
      <p className="text-sm text-ink-secondary">{has && <What has={has} />}</p>
    </li>
  )
}

function What({ has: { requests, drafts, open, templates, groups, seals } }: { has: OwnedContent }) {
  if (requests + templates + groups + seals === 0) return <Trans>No documents.</Trans>
  return (
    <>
      <Plural
        value={requests}
        _0="No signature requests"
        one="# signature request"
        other="# signature requests"
      />
      {drafts > 0 && (
        <>
          {' · '}
          <Plural value={drafts} one="including # draft" other="including # drafts" />
        </>
      )}
      {open > 0 && (
        <>
          {' · '}
          <Plural value={open} one="including # open" other="including # open" />
        </>
      )}
      {templates > 0 && (
        <>
          {' · '}
          <Plural value={templates} one="# template" other="# templates" />
        </>
      )}
      {groups > 0 && (
        <>
          {' · '}
          <Plural value={groups} one="# signer group" other="# signer groups" />
        </>
      )}
      {seals > 0 && (
        <>
          {' · '}
          <Plural value={seals} one="can use # seal" other="can use # seals" />
        </>
      )}
    </>
  )
}
