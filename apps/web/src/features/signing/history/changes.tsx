import type { Correction } from '@countersign/contract/corrections.ts'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { isolate } from '#web/lib/language/isolate.ts'
import { Button } from '#web/ui/button.tsx'
import { changedName } from './changed-names.ts'
import { useChangedValue } from './changed-value.ts'
import type { DocumentNames } from './event-facts.ts'

/** A correction can be of hundreds of fields. */
const atOnce = 12

/** What a correction changed: what was there before and what is there now. */
export function Changes({ changes, names }: { changes: readonly Correction[]; names: DocumentNames }) {
  const [isWhole, setIsWhole] = useState(false)
  if (changes.length === 0) return null
  const shown = isWhole ? changes : changes.slice(0, atOnce)
  const more = changes.length - shown.length
  return (
    <>
      <ul className="mt-1 flex flex-col gap-1 text-xs text-ink-secondary">
        {shown.map((change, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- an event never changes
          <Changed key={index} change={change} names={names} />
        ))}
      </ul>
      {more > 0 && (
        <Button type="text" size="sm" className="-ml-3" onClick={() => setIsWhole(true)}>
          <Plural value={more} one="Show # more change" other="Show # more changes" />
        </Button>
      )}
    </>
  )
}

function Changed({ change, names }: { change: Correction; names: DocumentNames }) {
  const { i18n, t } = useLingui()
  const shown = useChangedValue(change.name)
  const { signer, documentId, label, kind, before, after } = change
  const kinds = { added: t`added`, removed: t`removed`, changed: null }
  const document = documentId === null ? null : (names.get(documentId) ?? null)
  const about = [signer, document, label].filter((part) => part !== null).map(isolate)
  const name = [i18n._(changedName(change)), kinds[kind]].filter((part) => part !== null).join(', ')
  return (
    <li className="wrap-anywhere">
      <span className="font-medium">{about.length > 0 ? `${name} (${about.join(' · ')})` : name}</span>
      {(before !== undefined || after !== undefined) && (
        <>
          {': '}
          <del className="no-underline">
            <span className="sr-only">
              <Trans>before:</Trans>{' '}
            </span>
            <bdi>{shown(before)}</bdi>
          </del>
          <span aria-hidden="true"> → </span>
          <ins className="no-underline">
            <span className="sr-only">
              <Trans>now:</Trans>{' '}
            </span>
            <bdi>{shown(after)}</bdi>
          </ins>
        </>
      )}
    </li>
  )
}
