import type { Seal } from '@countersign/contract/seals.ts'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { paths } from '#web/lib/paths.ts'
import { AppLink } from '#web/ui/app-link.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { SealState, SealLevel } from './seal-state.tsx'
import { type DocumentOrder, shownSeals } from './shown-seals.ts'

/** Few enough to be seen at once are neither searched nor sorted. */
const manyFrom = 5

/** The seals of a business, each leading to its page. */
export function SealList({ seals }: { seals: readonly Seal[] }) {
  const { t, i18n } = useLingui()
  const [search, setSearch] = useState('')
  const [order, setOrder] = useState<DocumentOrder>('label')
  const shown = shownSeals(seals, { search, order }, i18n.locale)
  return (
    <div className="flex flex-col gap-4">
      {seals.length >= manyFrom && (
        <div className="flex flex-wrap gap-3">
          <div className="min-w-[min(100%,14rem)] grow">
            <TextField
              label={t`Search seals`}
              type="search"
              maxLength={100}
              value={search}
              onChange={(event) => setSearch(event.target.value)}
            />
          </div>
          <Select
            label={t`Sort by`}
            value={order}
            options={[
              { value: 'label', label: t`Name` },
              { value: 'newest', label: t`Newest first` },
              { value: 'members', label: t`Most members` },
            ]}
            onChange={(event) => setOrder(event.target.value as DocumentOrder)}
          />
        </div>
      )}
      <p role="status" className={shown.length === 0 ? 'py-8 text-center text-ink-secondary' : 'sr-only'}>
        {shown.length === 0 ? <Trans>No seals found.</Trans> : null}
      </p>
      {shown.length > 0 && (
        <ul className="flex flex-col divide-y divide-line rounded-sheet border border-line bg-sheet">
          {shown.map((seal) => (
            <SealRow key={seal.id} seal={seal} />
          ))}
        </ul>
      )}
    </div>
  )
}

function SealRow({ seal }: { seal: Seal }) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-3">
      <div className="min-w-[min(100%,10rem)] grow basis-0">
        <h2 className="text-base font-medium">
          <AppLink
            to={paths.businessSeal(seal.name)}
            className="inline-flex min-h-11 items-center rounded text-accent underline-offset-4 wrap-anywhere hover:underline"
          >
            <bdi>{seal.label}</bdi>
          </AppLink>
        </h2>
        <p className="text-sm text-ink-secondary">
          <code className="wrap-anywhere">{seal.name}</code>
          {' · '}
          <SealLevel {...seal.data} />
          {' · '}
          <Plural
            value={seal.nMembers}
            _0="no members with permission"
            one="# member with permission"
            other="# members with permission"
          />
        </p>
      </div>
      <SealState status={seal.data.status} />
    </li>
  )
}
