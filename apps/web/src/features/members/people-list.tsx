import type { BusinessMember } from '@countersign/contract/businesses.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useCurrentUser } from '#web/lib/account/current-user.ts'
import { formatNumber } from '#web/lib/language/format.ts'
import { EmptyState } from '#web/ui/notices/empty-state.tsx'
import { shownOnPage } from '#web/ui/lists/pages.ts'
import { Pagination } from '#web/ui/lists/pagination.tsx'
import { useFocusOnPart } from '#web/ui/layout/use-focus-on-part.ts'
import { ChosenBar } from './chosen-bar.tsx'
import { type Entry, shownEntries, type PeopleFilter } from './entries.ts'
import { InvitationRow } from './invitation-row.tsx'
import { PeopleFilters } from './people-filters.tsx'
import { PersonRow } from './person-row.tsx'
import type { PeopleActions } from './use-people-actions.ts'

const size = 25

/** Everybody of a business and everybody who is invited to it, in one list. */
export function PeopleList({ entries, actions }: { entries: readonly Entry[]; actions: PeopleActions }) {
  const { i18n } = useLingui()
  const me = useCurrentUser().id
  const [wanted, setWanted] = useState<PeopleFilter>({ search: '', kind: 'all', order: 'name' })
  const [chosenPage, setPage] = useState(1)
  const [chosen, setChosen] = useState<readonly string[]>([])
  useFocusOnPart(chosen.length > 0 || undefined)
  const found = shownEntries(entries, wanted, i18n.locale)
  const totalPages = Math.max(1, Math.ceil(found.length / size))
  const page = Math.min(chosenPage, totalPages)
  const shown = found.slice((page - 1) * size, page * size)
  const people = entries.flatMap((entry) => (entry.kind === 'person' ? [entry.person] : []))
  const isChosen = ({ id }: BusinessMember) => chosen.includes(id)
  const choose = ({ id }: BusinessMember, selected: boolean) =>
    setChosen(selected ? [...chosen, id] : chosen.filter((one) => one !== id))
  return (
    <div className="flex flex-col gap-4">
      <PeopleFilters
        entries={entries}
        wanted={wanted}
        onChange={(next) => {
          setWanted(next)
          setPage(1)
        }}
      />
      <p role="status" className={shown.length === 0 ? 'py-8 text-center text-ink-secondary' : 'sr-only'}>
        {shown.length === 0 ? <Trans>No people found. Try a different search.</Trans> : null}
      </p>
      {shown.length > 0 && (
        <ul className="flex flex-col divide-y divide-line rounded-sheet border border-line bg-sheet">
          {shown.map((entry) =>
            entry.kind === 'invitation' ? (
              <InvitationRow key={entry.id} invitation={entry.invitation} actions={actions} />
            ) : (
              <PersonRow
                key={entry.id}
                person={entry.person}
                isMe={entry.id === me}
                selected={isChosen(entry.person)}
                onSelect={(selected) => choose(entry.person, selected)}
                actions={actions}
              />
            ),
          )}
        </ul>
      )}
      <Footer page={page} total={found.length} totalPages={totalPages} onPage={setPage} />
      {entries.length === 1 && <Alone />}
      <ChosenBar chosen={people.filter(isChosen)} actions={actions} onChosen={setChosen} />
    </div>
  )
}

function Footer(props: { page: number; total: number; totalPages: number; onPage: (page: number) => void }) {
  const { page, totalPages } = props
  const { i18n } = useLingui()
  if (totalPages === 1) return null
  const { from, to } = shownOnPage(page, size, props.total)
  const range = `${formatNumber(from, i18n.locale)}–${formatNumber(to, i18n.locale)}`
  const total = formatNumber(props.total, i18n.locale)
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-2 text-sm text-ink-secondary">
      <p className="tabular-nums">
        <Trans>
          {range} of {total}
        </Trans>
      </p>
      <Pagination page={page} totalPages={totalPages} onChange={props.onPage} />
    </div>
  )
}

/** Nobody but oneself yet. */
function Alone() {
  return (
    <EmptyState title={<Trans>You’re the only member</Trans>}>
      <Trans>Invite colleagues to send and sign documents for your business.</Trans>
    </EmptyState>
  )
}
